/** What the work status says. Pure. */
import type { AgentView, TaskState, TaskView, Tie, WaveView, WorkKind } from '~/contract/types.gen';
import { isOpen } from '~/state/work';

export const STATE_KEYS: Record<TaskState, string> = {
  queued: 'work-state-queued',
  running: 'work-state-running',
  done: 'work-state-done',
  failed: 'work-state-failed',
  stopped: 'work-state-stopped',
};

export const KIND_KEYS: Record<WorkKind, string> = {
  ask: 'work-kind-ask',
  plan: 'work-kind-plan',
  handoff: 'work-kind-handoff',
};

const CODE_KEYS: Readonly<Record<string, string>> = {
  TIMEOUT: 'work-code-timeout',
  CYCLE: 'work-code-cycle',
  HOPS: 'work-code-hops',
  INBOX: 'work-code-inbox',
  BUDGET: 'work-code-budget',
  GONE: 'work-code-gone',
};

/** Why a task came to nothing: a key of the locales, with the code for one that has no words. */
export function codeWords(code: string): { key: string; args: Record<string, string> } {
  const key = CODE_KEYS[code];
  return key === undefined ? { key: 'work-code-other', args: { code } } : { key, args: {} };
}

/** The queued message that is taken back when the person withdraws a task; null when it does not wait. */
export const withdraws = (task: TaskView): string | null => (task.state === 'queued' ? task.row : null);

/** Whose turn ends when the person stops a task: the one that works on it. A task that waits has none. */
export const stopsAt = (task: TaskView): string | null => (task.state === 'running' ? task.to : null);

/**
 * Whose turn ends when the person stops a whole wave: the one that waits for it, and all it asked with it.
 * Who handed a conversation on is done with it.
 */
export function waveStopsAt(wave: WaveView): string | null {
  const open = wave.tasks.filter(isOpen);
  if (wave.kind === 'handoff' || open.length === 0) return null;
  return wave.agent;
}

/** How long it takes, or took. */
export const tookOf = (task: TaskView, now: number): number => (task.ended_ms ?? now) - task.begun_ms;

/** What has to be done before there is something to see: a key of the locales and names for it. */
export function nextStep(
  agents: readonly AgentView[],
  ties: readonly Tie[],
): { key: string; args: Record<string, string> } {
  if (agents.length < 2) return { key: 'work-none-agents', args: {} };
  const name = (id: string): string | undefined => agents.find((agent) => agent.id === id)?.name;
  for (const { from, to } of ties) {
    const [asks, asked] = [name(from), name(to)];
    if (asks !== undefined && asked !== undefined)
      return { key: 'work-none-ask', args: { from: asks, to: asked } };
  }
  return { key: 'work-none-ties', args: {} };
}
