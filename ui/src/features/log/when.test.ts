import { describe, expect, it } from 'vitest';
import { sinceOf, typedTime } from './when';

const at = (hour: number, minute: number): number => new Date(2026, 11, 1, hour, minute).getTime();
const NOW = at(10, 30);

describe('typed times', () => {
  it.each([
    ['2026-12-01', new Date(2026, 11, 1).getTime()],
    ['2026/11/30 9:05', new Date(2026, 10, 30, 9, 5).getTime()],
    ['2026-11-30T09:05:07', new Date(2026, 10, 30, 9, 5, 7).getTime()],
    [' 14:05 ', new Date(2026, 11, 1, 14, 5).getTime()],
    ['00:00:59', new Date(2026, 11, 1, 0, 0, 59).getTime()],
    ['', null],
    ['   ', null],
    ['yesterday', undefined],
    ['2026-02-31', undefined],
    ['2026-13-01', undefined],
    ['25:00', undefined],
    ['12:60', undefined],
    ['12', undefined],
    ['2026-12-01 12', undefined],
  ])('reads %j', (text, expected) => expect(typedTime(text, NOW)).toBe(expected));
});

it('counts back from now', () => {
  expect(sinceOf('quarter', NOW)).toBe(at(10, 15));
  expect(sinceOf('week', NOW)).toBe(NOW - 7 * 86_400_000);
  expect(sinceOf('all', NOW)).toBeNull();
  expect(sinceOf('between', NOW)).toBeNull();
});
