/** A configuration of another program, before and while a person chooses from it. Pure. */
import type { McpPasted, PastedPick, PastedServer } from '~/contract/types.gen';

export interface Choice {
  server: PastedServer;
  taken: boolean;
  rename: string;
  native: boolean;
  split: boolean;
  storeSecrets: boolean;
}

/** What is proposed: everything that can run, by its address where a bridge is not needed, secrets kept apart. */
export const choicesOf = (pasted: McpPasted): Choice[] =>
  pasted.servers.map((server) => ({
    server,
    taken: server.transport !== 'sse',
    rename: server.free_name,
    native: server.native !== null,
    split: false,
    storeSecrets: server.secrets.length > 0,
  }));

/** The exact command or address that this choice would start or reach. */
export function targetOf({ server, native, split }: Choice): string {
  if (native && server.native !== null) return server.native;
  return split && server.split !== null ? server.split : server.target;
}

export const isCommand = ({ server, native }: Choice): boolean =>
  server.transport === 'stdio' && !(native && server.native !== null);

export const picksOf = (choices: readonly Choice[]): PastedPick[] =>
  choices
    .filter((choice) => choice.taken)
    .map(({ server, rename, native, split, storeSecrets }) => ({
      name: server.name,
      rename: rename.trim(),
      native: native && server.native !== null,
      split: split && server.split !== null,
      store_secrets: storeSecrets && server.secrets.length > 0,
    }));

/** Two with one name, or one without: nothing that a file could hold. */
export function nameProblem(choices: readonly Choice[], choice: Choice): 'empty' | 'twice' | null {
  if (!choice.taken) return null;
  const name = choice.rename.trim();
  if (name === '') return 'empty';
  return choices.filter((other) => other.taken && other.rename.trim() === name).length > 1 ? 'twice' : null;
}

/** Variables without a value: what the person has to set or enter before this server starts. */
export const unsetOf = ({ server }: Choice): PastedServer['variables'] =>
  server.variables.filter((variable) => !variable.set);

/** Whose text it is, as a key of the locales. */
export const clientKey = (client: McpPasted['client']): string =>
  `paste-client-${client.replaceAll('_', '-')}`;
