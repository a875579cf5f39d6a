import { describe, expect, it } from 'vitest';
import type { PastedServer } from '~/contract/types.gen';
import {
  choicesOf,
  clientKey,
  isCommand,
  nameProblem,
  picksOf,
  targetOf,
  unsetOf,
  type Choice,
} from './paste';

const server = (over: Partial<PastedServer>): PastedServer => ({
  name: 'nik',
  free_name: 'nik',
  target: 'http://127.0.0.1:47321/mcp',
  transport: 'http',
  variables: [],
  secrets: [],
  cautions: [],
  native: null,
  split: null,
  unsupported: [],
  disabled: false,
  ...over,
});
const choices = (...servers: PastedServer[]): Choice[] =>
  choicesOf({ client: 'unknown', servers, problems: [] });
const only = (one: PastedServer): Choice => {
  const [choice] = choices(one);
  if (!choice) throw new Error('no choice');
  return choice;
};

describe('what is taken of a pasted text', () => {
  it('proposes the address behind a bridge, and shows exactly what would run', () => {
    const bridge = only(
      server({
        target: 'npx mcp-remote https://x.example/mcp',
        transport: 'stdio',
        native: 'https://x.example/mcp',
      }),
    );
    expect(targetOf(bridge)).toBe('https://x.example/mcp');
    expect(isCommand(bridge)).toBe(false);
    const kept = { ...bridge, native: false };
    expect([targetOf(kept), isCommand(kept)]).toEqual(['npx mcp-remote https://x.example/mcp', true]);
  });

  it('does not propose what this program cannot speak, and cuts a command only when told', () => {
    const all = choices(
      server({ transport: 'sse' }),
      server({ name: 'b', transport: 'stdio', split: "a 'b c'" }),
    );
    expect(all.map((choice) => [choice.taken, choice.split])).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(picksOf(all).map((pick) => pick.name)).toEqual(['b']);
    expect(all.map((choice) => targetOf({ ...choice, split: true }))[1]).toBe("a 'b c'");
  });

  it('keeps secrets apart unless the person says otherwise', () => {
    const one = only(server({ secrets: ['Authorization'] }));
    expect(picksOf([one])[0]?.store_secrets).toBe(true);
    expect(picksOf([{ ...one, storeSecrets: false }])[0]?.store_secrets).toBe(false);
  });

  it('names what is unset, and names that clash', () => {
    const variables = [
      { name: 'HOME', set: true, description: null },
      { name: 'input:token', set: false, description: 'API token' },
    ];
    const all = choices(server({ variables }), server({ name: 'other' }));
    expect(all.map(unsetOf)[0]?.map((variable) => variable.name)).toEqual(['input:token']);
    expect(all.map((choice) => nameProblem(all, choice))).toEqual(['twice', 'twice']);
    const renamed = all.map((choice, at) => ({ ...choice, rename: at === 0 ? ' ' : 'other' }));
    expect(renamed.map((choice) => nameProblem(renamed, choice))).toEqual(['empty', null]);
    expect(clientKey('vs_code')).toBe('paste-client-vs-code');
  });
});
