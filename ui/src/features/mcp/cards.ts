/** Servers as cards: what runs, and what stands in the editor and is not saved yet. Pure. */
import type { AgentView, Failure, ServerState, ServerView } from '~/contract/types.gen';
import type { TypedServer } from './json';

export interface Card {
  /** An agent may have a server of the same name as a shared one. */
  key: string;
  name: string;
  target: string;
  transport: string;
  shared: boolean;
  /** How it does; null while it is not saved. */
  view: ServerView | null;
}

const saved = (view: ServerView): Card => ({
  key: `${view.shared ? 'shared' : 'own'}/${view.name}`,
  name: view.name,
  target: view.target,
  transport: view.transport,
  shared: view.shared,
  view,
});

/**
 * `own`: the servers of the file on the page. `typed`: those in the editor while it differs from the file;
 * null where it does not, or does not parse.
 */
export function cardsOf(
  own: readonly ServerView[],
  shared: readonly ServerView[],
  typed: readonly TypedServer[] | null,
): Card[] {
  const mine = typed
    ? typed.map((server): Card => {
        const view = own.find((one) => one.name === server.name && one.target === server.target);
        return view ? saved(view) : { ...server, key: `typed/${server.name}`, shared: false, view: null };
      })
    : own.map(saved);
  return [...mine, ...shared.map(saved)];
}

/** Best first: what a server of the shared file shows where several agents have it. */
const BEST: readonly ServerState[] = ['ready', 'connecting', 'sign_in', 'failed', 'needs_approval', 'off'];

/** The servers of the shared file as they do in the agents that run. */
export function sharedServers(file: readonly ServerView[], agents: readonly AgentView[]): ServerView[] {
  return file.map((server) => {
    const running = agents
      .flatMap((agent) => agent.servers)
      .filter((one) => one.shared && one.name === server.name && one.target === server.target)
      .sort((a, b) => BEST.indexOf(a.state) - BEST.indexOf(b.state))[0];
    return running && BEST.indexOf(running.state) < BEST.indexOf(server.state) ? running : server;
  });
}

/** Ids of the values that may mend a failure: the one that is missing, or those that the server refused. */
export function enterable(server: ServerView, failure: Failure | null): string[] {
  const { code, detail = '' } = failure?.args ?? {};
  if (code === 'VARIABLE_UNSET') return server.inputs.filter((id) => detail === `input:${id}`);
  return code === 'SIGN_IN_NEEDED' || code === 'NOT_ALLOWED' ? server.inputs : [];
}

export type Tone = 'quiet' | 'ok' | 'busy' | 'warn' | 'bad';

const TONES: Record<ServerState, Tone> = {
  off: 'quiet',
  needs_approval: 'warn',
  connecting: 'busy',
  ready: 'ok',
  failed: 'bad',
  sign_in: 'warn',
};
const WORDS: Record<ServerState, string> = {
  off: 'server-off',
  needs_approval: 'server-needs-approval',
  connecting: 'server-connecting',
  ready: 'server-ready',
  failed: 'server-failed',
  sign_in: 'server-sign-in',
};

/** A key of the locales, and how loud it is. */
export const stateOf = ({ view }: Card): { words: string; tone: Tone } =>
  view ? { words: WORDS[view.state], tone: TONES[view.state] } : { words: 'mcp-unsaved', tone: 'quiet' };
