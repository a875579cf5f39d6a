/** What the status bar says. Pure. */
import type { AgentView, UsageView } from '~/contract/types.gen';

export interface Activity {
  running: number;
  waiting: number;
  /** Servers that need the person. */
  trouble: number;
}

const WORKS: readonly AgentView['status'][] = ['connecting', 'thinking', 'running_tool', 'asking'];

export function activity(agents: readonly AgentView[]): Activity {
  return {
    running: agents.filter((agent) => WORKS.includes(agent.status)).length,
    waiting: agents.filter((agent) => agent.status === 'waiting').length,
    trouble: agents
      .flatMap((agent) => agent.servers)
      .filter((server) => ['failed', 'needs_approval', 'sign_in'].includes(server.state)).length,
  };
}

/** Tokens in and out; a cached token counts as one that went in. */
export function tokens(usage: UsageView): { input: number; output: number; cachedPercent: number } {
  const input = usage.uncached + usage.cached;
  return {
    input,
    output: usage.output,
    cachedPercent: input === 0 ? 0 : Math.round((usage.cached / input) * 100),
  };
}
