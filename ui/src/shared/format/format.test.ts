import { describe, expect, it } from 'vitest';
import { age, bytes, compact, dayKey, duration, number, relative } from './format';

describe('sizes', () => {
  it.each([
    [1, '1 KB'],
    [19_400, '19 KB'],
    [19_500, '20 KB'],
    [999_400, '999 KB'],
    [1_200_000, '1.2 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('%i bytes are %s', (count, text) => {
    expect(bytes(count)).toBe(text);
  });
});

describe('times', () => {
  it.each([
    [180, '180 ms'],
    [999.6, '1000 ms'],
    [2310, '2.3 s'],
    [59_949, '59.9 s'],
    [59_999, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('%d ms take %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it('ages are never negative', () => {
    expect([age(-50), age(420), age(12_300), age(125_000)]).toEqual(['0.0 s', '0.4 s', '12 s', '2 min']);
  });

  it('are told in the language of the person', () => {
    const now = Date.UTC(2026, 0, 1, 12);
    expect(relative(now - 3 * 60_000, now, 'en')).toBe('3 minutes ago');
    expect(relative(now - 3 * 60_000, now, 'ja')).toBe('3 分前');
    expect(relative(now - 26 * 3_600_000, now, 'zh')).toBe('昨天');
  });

  it('tell days apart', () => {
    const noon = new Date(2026, 0, 31, 12).getTime();
    expect(dayKey(noon)).toBe(20260131);
    expect(dayKey(noon + 13 * 3_600_000)).toBe(20260201);
  });
});

describe('counts', () => {
  it('are short in meters and whole in sums', () => {
    expect([compact(950), compact(1234), compact(34_500), compact(1_234_567)]).toEqual([
      '950',
      '1.2k',
      '35k',
      '1.2M',
    ]);
    expect(number(1_234_567, 'en')).toBe('1,234,567');
  });
});
