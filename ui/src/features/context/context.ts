/** How full the agents' windows are, in the numbers that are drawn. Pure. */
import type { ContextView } from '~/contract/types.gen';

export type Level = 'low' | 'near' | 'over';

/** Share of the window that is used, in whole percent; never more than 100 on screen. */
export function percent(context: ContextView): number {
  if (context.window === 0) return 0;
  const share = Math.round((context.used / context.window) * 100);
  return Math.min(100, context.used > 0 ? Math.max(1, share) : share);
}

/** Where on the bar a conversation is summarised by itself, in percent. */
export function mark(context: ContextView): number {
  return context.window === 0 ? 100 : Math.min(100, (context.compacts_at / context.window) * 100);
}

export function level(context: ContextView): Level {
  if (context.used >= context.compacts_at) return 'over';
  return context.used >= context.compacts_at * 0.85 ? 'near' : 'low';
}

export interface Plan {
  /** Agents that would be asked for a summary: one call each. */
  agents: readonly string[];
  /** Tokens that they would read. */
  cost: number;
}

/** What "Summarise and continue" would do now. */
export function plan(contexts: readonly ContextView[], running: ReadonlySet<string>): Plan {
  const asked = contexts.filter(
    (context) => context.exchanges > 0 && !context.busy && running.has(context.agent),
  );
  return {
    agents: asked.map((context) => context.agent),
    cost: asked.reduce((sum, context) => sum + context.cost, 0),
  };
}
