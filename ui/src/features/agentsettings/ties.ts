/** Who may speak to whom, from where one agent stands. Pure. */
import type { AgentView, Tie } from '~/contract/types.gen';

export interface TieRow {
  agent: AgentView;
  /** The agent of the dialog may speak to this one. */
  to: boolean;
  /** This one may speak to it. */
  from: boolean;
}

export function tieRows(id: string, agents: readonly AgentView[], ties: readonly Tie[]): TieRow[] {
  const has = (from: string, to: string): boolean => ties.some((tie) => tie.from === from && tie.to === to);
  return agents
    .filter((agent) => agent.id !== id)
    .map((agent) => ({ agent, to: has(id, agent.id), from: has(agent.id, id) }));
}
