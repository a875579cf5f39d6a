/** What a server would start, reach and read, in words for whoever is asked to allow it. */
import type { ServerView } from '~/contract/types.gen';
import { t } from './i18n.svelte';

type Asking = Pick<ServerView, 'target' | 'variables' | 'environment'>;

/** What it gets beyond its command or address, a line each. */
export function readsOf({ variables, environment }: Omit<Asking, 'target'>): string[] {
  const lines: string[] = [];
  if (environment.length > 0) lines.push(t('server-sets', { names: environment.join(', ') }));
  if (variables.length > 0) lines.push(t('server-reads', { names: variables.join(', ') }));
  return lines;
}

/** Its exact command or address, and what else it gets. */
export const wantsOf = (server: Asking): string => [server.target, ...readsOf(server)].join('\n');
