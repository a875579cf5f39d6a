import { describe, expect, it } from 'vitest';
import { agentView } from '~/../tests/views';
import { tieRows } from './ties';

describe('ties of an agent', () => {
  it('tell both directions apart and leave the agent itself out', () => {
    const agents = ['a', 'b', 'c'].map((id) => agentView({ id }));
    const ties = [
      { from: 'a', to: 'b' },
      { from: 'c', to: 'a' },
      { from: 'b', to: 'c' },
    ];
    expect(tieRows('a', agents, ties).map(({ agent, to, from }) => [agent.id, to, from])).toEqual([
      ['b', true, false],
      ['c', false, true],
    ]);
  });
});
