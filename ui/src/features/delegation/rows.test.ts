import { describe, expect, it } from 'vitest';
import { agentView, taskView, waveView } from '~/../tests/views';
import { codeWords, nextStep, stopsAt, tookOf, waveStopsAt, withdraws } from './rows';

describe('stopping', () => {
  it('ends the turn of whoever works, and never a turn that works on something else', () => {
    expect(stopsAt(taskView({ state: 'running' }))).toBe('agent_2');
    expect(stopsAt(taskView({ state: 'queued' }))).toBeNull();
    expect(stopsAt(taskView({ state: 'done' }))).toBeNull();
  });

  it('takes back what waits, and nothing that somebody works on or that is over', () => {
    expect(withdraws(taskView({ state: 'queued', row: 'q7' }))).toBe('q7');
    for (const state of ['running', 'done', 'failed', 'stopped'] as const)
      expect(withdraws(taskView({ state, row: 'q7' }))).toBeNull();
  });

  it('of a wave ends the turn of the one that waits for it', () => {
    expect(waveStopsAt(waveView())).toBe('agent_1');
    expect(waveStopsAt(waveView({ tasks: [taskView({ state: 'queued' })] }))).toBe('agent_1');
    expect(waveStopsAt(waveView({ tasks: [taskView({ state: 'failed' })] }))).toBeNull();
    expect(waveStopsAt(waveView({ kind: 'handoff' }))).toBeNull();
  });
});

describe('words', () => {
  it('say why a task came to nothing, with the code where there are none', () => {
    expect(codeWords('CYCLE')).toEqual({ key: 'work-code-cycle', args: {} });
    expect(codeWords('RATE')).toEqual({ key: 'work-code-other', args: { code: 'RATE' } });
  });

  it('count to now while it runs, and to its end afterwards', () => {
    expect(tookOf(taskView({ begun_ms: 1000 }), 5000)).toBe(4000);
    expect(tookOf(taskView({ begun_ms: 1000, ended_ms: 2500 }), 5000)).toBe(1500);
  });

  it('name the next step: an agent, a tie, a question', () => {
    const two = [agentView({ id: 'a', name: 'A' }), agentView({ id: 'b', name: 'B' })];
    expect(nextStep(two.slice(0, 1), []).key).toBe('work-none-agents');
    expect(nextStep(two, [{ from: 'a', to: 'gone' }]).key).toBe('work-none-ties');
    expect(nextStep(two, [{ from: 'b', to: 'a' }])).toEqual({
      key: 'work-none-ask',
      args: { from: 'B', to: 'A' },
    });
  });
});
