import { describe, expect, it } from 'vitest';
import { meterView, taskView, villageView, waveView } from '~/../tests/views';
import { emptyData, emptyVillage, reduce, reduceAll, type Data } from './reduce';
import { meterOf, openTasks, shareOf, WAVES, withMeter, withTask, withWave } from './work';

const open = (): Data => ({
  ...emptyData(),
  current: 'v',
  open: { v: emptyVillage(villageView({ id: 'v' })) },
});

describe('waves', () => {
  it('are kept to the newest 50, and one that is told again replaces itself', () => {
    const all = Array.from({ length: 53 }, (_, at) => waveView({ id: `w${at}` }));
    const kept = all.reduce<readonly ReturnType<typeof waveView>[]>(withWave, []);
    expect(WAVES).toBe(50);
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([50, 'w3', 'w52']);
    expect(withWave(kept, waveView({ id: 'w3', hop: 4 }))[0]?.hop).toBe(4);
  });

  it('change by the task that got further, and by no unknown one', () => {
    const waves = [waveView({ id: 'w1', tasks: [taskView(), taskView({ to: 'agent_3' })] })];
    const done = taskView({ to: 'agent_3', state: 'done', ended_ms: 9 });
    expect(withTask(waves, 'w1', 1, done)[0]?.tasks.map((task) => task.state)).toEqual(['running', 'done']);
    expect(withTask(waves, 'w9', 0, done)).toBe(waves);
    expect(withTask(waves, 'w1', 2, done)).toBe(waves);
  });

  it('say what is still open: who, whom, since when', () => {
    const tasks = [taskView({ state: 'queued' }), taskView({ state: 'failed', code: 'CYCLE' })];
    expect(openTasks([waveView({ kind: 'plan', tasks })])).toEqual([
      { from: 'agent_1', to: 'agent_2', kind: 'plan', running: false, since: 1000 },
    ]);
  });
});

describe('meters', () => {
  it('keep the running requests, and the last one of each conversation that ended', () => {
    const list = [
      meterView({ request: 'a', open: 0 }),
      meterView({ request: 'b', open: 2 }),
      meterView({ request: 'c', session: 'other', open: 0 }),
      meterView({ request: 'd', open: 0 }),
    ].reduce<readonly ReturnType<typeof meterView>[]>(withMeter, []);
    expect(list.map((meter) => meter.request)).toEqual(['b', 'c', 'd']);
    expect(withMeter(list, meterView({ request: 'b', open: 0 })).map((meter) => meter.request)).toEqual([
      'c',
      'b',
    ]);
  });

  it('show the running request that is nearest to its end, else the last one', () => {
    const near = meterView({ request: 'a', spent_tenths: 100_000, held_tenths: 50_000 });
    const far = meterView({ request: 'b', spent_tenths: 20_000 });
    const ended = meterView({ request: 'c', open: 0 });
    expect(shareOf(near)).toBe(0.75);
    expect(meterOf([near, far, ended], 's')?.request).toBe('a');
    expect(meterOf([ended], 's')?.request).toBe('c');
    expect(meterOf([near], 'other')).toBeNull();
  });
});

describe('events', () => {
  it('fill the work of a village, and twice is as once', () => {
    const events = [
      { event: 'wave', village: 'v', wave: waveView() },
      { event: 'task', village: 'v', wave: 'w1', index: 0, task: taskView({ state: 'done', ended_ms: 2 }) },
      { event: 'meter', village: 'v', meter: meterView({ spent_tenths: 50 }) },
    ] as const;
    const once = reduceAll(open(), events);
    expect(once.open['v']?.waves[0]?.tasks[0]?.state).toBe('done');
    expect(once.open['v']?.meters).toEqual([meterView({ spent_tenths: 50 })]);
    expect(reduceAll(once, events)).toEqual(once);
    const ended = { event: 'request_ended', village: 'v', meter: meterView({ open: 0 }) } as const;
    expect(reduce(once, ended).open['v']?.meters).toEqual([meterView({ open: 0 })]);
  });
});
