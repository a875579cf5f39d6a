/** What the list of agents says about each. Pure. */
import type { AgentView, ServerState, ServerView } from '~/contract/types.gen';

const STATUS_KEYS: Record<AgentView['status'], string> = {
  stopped: 'agent-status-stopped',
  idle: 'agent-status-idle',
  connecting: 'agent-status-connecting',
  thinking: 'agent-status-thinking',
  running_tool: 'agent-status-running-tool',
  waiting: 'agent-status-waiting',
  asking: 'agent-status-asking',
};

export const statusKey = (agent: AgentView): string => STATUS_KEYS[agent.status];

export type Tone = 'quiet' | 'ok' | 'busy' | 'warn' | 'bad';

const TONES: Record<ServerState, Tone> = {
  off: 'quiet',
  needs_approval: 'warn',
  connecting: 'busy',
  ready: 'ok',
  failed: 'bad',
  sign_in: 'warn',
};

const STATE_KEYS: Record<ServerState, string> = {
  off: 'server-off',
  needs_approval: 'server-needs-approval',
  connecting: 'server-connecting',
  ready: 'server-ready',
  failed: 'server-failed',
  sign_in: 'server-sign-in',
};

export interface ServerChip {
  server: ServerView;
  tone: Tone;
  /** Key of the locales. */
  state: string;
  /** What a press does. */
  action: 'approve' | 'retry' | null;
}

/** A chip for each server; of agents that are not selected only those that need the person. */
export function serverChips(agent: AgentView, selected: boolean): ServerChip[] {
  return agent.servers
    .map((server) => ({
      server,
      tone: TONES[server.state],
      state: STATE_KEYS[server.state],
      action: actionOf(server.state),
    }))
    .filter((chip) => selected || chip.tone === 'warn' || chip.tone === 'bad');
}

function actionOf(state: ServerState): ServerChip['action'] {
  if (state === 'needs_approval') return 'approve';
  return state === 'failed' || state === 'sign_in' ? 'retry' : null;
}

/** The neighbour of an agent in the list, the same one at the ends. */
export function neighbour(
  agents: readonly AgentView[],
  id: string | undefined,
  step: 1 | -1,
): AgentView | null {
  const at = agents.findIndex((agent) => agent.id === id);
  if (at < 0) return agents[0] ?? null;
  return agents[Math.min(agents.length - 1, Math.max(0, at + step))] ?? null;
}
