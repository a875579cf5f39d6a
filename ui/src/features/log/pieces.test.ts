import { describe, expect, it } from 'vitest';
import { piecesOf, stamp } from './pieces';
import { dropsOf, outcomeOf } from './verdicts';

const values = (kind: string, text: string) => piecesOf({ kind, text: `${kind}: ${text}` });

describe('a line of the log', () => {
  it('falls into fields, and marks what a person should notice', () => {
    expect(values('tool', 'agent=agent_9 name=nik__live_view_image ok=false images=1')).toEqual([
      { key: 'agent', value: 'agent_9', tone: 'plain' },
      { key: 'name', value: 'nik__live_view_image', tone: 'plain' },
      { key: 'ok', value: 'false', tone: 'bad' },
      { key: 'images', value: '1', tone: 'good' },
    ]);
    expect(values('turn', 'stop=-')[0]?.tone).toBe('plain');
    expect(values('turn', 'stop=failed:KEY')[0]?.tone).toBe('bad');
    expect(values('turn', 'stop=repeat:nik__look')[0]?.tone).toBe('warn');
  });

  it('keeps a quoted value whole, with quotes and equals signs in it', () => {
    const forged = values('server', String.raw`agent=agent_1 name="a b\" ok=true" state=ready`);
    expect(forged.map(({ key, value }) => [key, value])).toEqual([
      ['agent', 'agent_1'],
      ['name', String.raw`"a b\" ok=true"`],
      ['state', 'ready'],
    ]);
  });

  it('shows what is no field as it is, and never loops', () => {
    expect(piecesOf({ kind: 'x', text: 'not a line of ours' })).toEqual([
      { key: '', value: 'not a line of ours', tone: 'plain' },
    ]);
    expect(values('turn', 'a= b=1').map(({ key, value }) => [key, value])).toEqual([
      ['a', ''],
      ['b', '1'],
    ]);
  });
});

describe('a time', () => {
  it('is local, whatever offset it was written with, and as written where it is none', () => {
    expect(stamp('2025-11-30T22:10:05.123+00:00')).toBe(stamp('2025-12-01T07:10:05.123+09:00'));
    expect(stamp('2025-11-30T22:10:05.123Z')).toMatch(/^\d\d-\d\d \d\d:\d\d:05\.123$/);
    expect(stamp('yesterday')).toBe('yesterday');
  });
});

describe('a verdict', () => {
  const verdict = {
    line: 1,
    time: '',
    agent: 'a',
    images: 1,
    dropped: [],
    stop: '-',
    rounds: 2,
    prompt: 1,
    growth: null,
  };
  it('has words for each outcome, and none for one of a newer log', () => {
    for (const outcome of ['reached', 'withheld', 'fallback', 'none', 'failed'])
      expect(outcomeOf({ ...verdict, outcome })?.words).toBe(`verdict-${outcome}`);
    expect(outcomeOf({ ...verdict, outcome: 'beamed' })).toBeNull();
  });

  it('counts reasons', () => {
    expect(dropsOf(['too_large', 'unsupported', 'too_large'])).toEqual([
      { reason: 'too_large', count: 2 },
      { reason: 'unsupported', count: 1 },
    ]);
  });
});
