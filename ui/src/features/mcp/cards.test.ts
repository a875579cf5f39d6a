import { describe, expect, it } from 'vitest';
import { agentView, serverView } from '~/../tests/views';
import { cardsOf, enterable, sharedServers, stateOf } from './cards';

describe('cards of servers', () => {
  it('show what runs, and what is typed beside it', () => {
    const typed = [
      { name: 'nik', target: 'http://127.0.0.1:47321/mcp', transport: 'http' as const },
      { name: 'new', target: 'npx new', transport: 'stdio' as const },
    ];
    const cards = cardsOf(
      [serverView(), serverView({ name: 'gone' })],
      [serverView({ shared: true })],
      typed,
    );
    expect(cards.map((card) => [card.key, card.view?.state ?? null])).toEqual([
      ['own/nik', 'ready'],
      ['typed/new', null],
      ['shared/nik', 'ready'],
    ]);
    expect(cards.map((card) => stateOf(card).words)).toEqual(['server-ready', 'mcp-unsaved', 'server-ready']);
  });

  it('do not let a server pass for running whose address was just changed', () => {
    const typed = [{ name: 'nik', target: 'http://elsewhere/mcp', transport: 'http' as const }];
    expect(cardsOf([serverView()], [], typed)[0]?.view).toBeNull();
  });

  it('stay as they are while the text does not parse', () => {
    expect(cardsOf([serverView()], [], null).map((card) => card.view?.state)).toEqual(['ready']);
  });
});

describe('servers of the shared file', () => {
  it('show how they do where an agent runs them', () => {
    const file = [
      serverView({ state: 'off', shared: true }),
      serverView({ name: 'b', state: 'needs_approval', shared: true }),
    ];
    const agents = [
      agentView({ servers: [serverView({ state: 'failed', shared: true })] }),
      agentView({
        id: 'agent_2',
        servers: [serverView({ state: 'ready', shared: true }), serverView({ name: 'b', shared: false })],
      }),
    ];
    expect(sharedServers(file, agents).map((one) => one.state)).toEqual(['ready', 'needs_approval']);
  });
});

describe('values to enter', () => {
  const server = serverView({ inputs: ['hub-token', 'team'] });
  const failed = (code: string, detail = '-') => ({
    code: 'server',
    args: { server: 'hub', code, detail },
    detail: null,
  });

  it('are the one that is missing, and all that the server may have refused', () => {
    expect(enterable(server, failed('VARIABLE_UNSET', 'input:team'))).toEqual(['team']);
    expect(enterable(server, failed('SIGN_IN_NEEDED'))).toEqual(['hub-token', 'team']);
    expect(enterable(server, failed('NOT_ALLOWED'))).toEqual(['hub-token', 'team']);
  });

  it('are none where no value of the person can help', () => {
    expect(enterable(server, failed('VARIABLE_UNSET', 'HOME'))).toEqual([]);
    expect(enterable(server, failed('UNREACHABLE', 'refused'))).toEqual([]);
    expect(enterable(server, null)).toEqual([]);
    expect(enterable(serverView(), failed('SIGN_IN_NEEDED'))).toEqual([]);
  });
});
