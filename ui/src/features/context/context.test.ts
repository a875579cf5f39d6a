import { describe, expect, it } from 'vitest';
import type { ContextView } from '~/contract/types.gen';
import { level, mark, percent, plan } from './context';

const context = (change: Partial<ContextView>): ContextView => ({
  agent: 'agent_1',
  used: 0,
  window: 1000,
  assumed: false,
  compacts_at: 700,
  exchanges: 0,
  cost: 0,
  busy: false,
  ...change,
});

describe('the meter', () => {
  it.each([
    [0, 0],
    [1, 1],
    [500, 50],
    [996, 100],
    [5000, 100],
  ])('%i of 1000 are %i %%', (used, share) => {
    expect(percent(context({ used }))).toBe(share);
  });

  it('knows when it comes near', () => {
    expect([594, 595, 699, 700].map((used) => level(context({ used })))).toEqual([
      'low',
      'near',
      'near',
      'over',
    ]);
    expect(mark(context({}))).toBe(70);
  });

  it('has nothing to divide by without a window', () => {
    expect([percent(context({ window: 0, used: 3 })), mark(context({ window: 0 }))]).toEqual([0, 100]);
  });
});

describe('the plan', () => {
  it('asks running agents that have something to summarise and are free', () => {
    const contexts = [
      context({ agent: 'a', exchanges: 2, cost: 100 }),
      context({ agent: 'b', exchanges: 0, cost: 0 }),
      context({ agent: 'c', exchanges: 3, cost: 50, busy: true }),
      context({ agent: 'd', exchanges: 3, cost: 70 }),
      context({ agent: 'e', exchanges: 4, cost: 30 }),
    ];
    expect(plan(contexts, new Set(['a', 'b', 'c', 'e']))).toEqual({ agents: ['a', 'e'], cost: 130 });
  });
});
