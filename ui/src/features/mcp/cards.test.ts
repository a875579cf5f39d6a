import { describe, expect, it } from 'vitest';
import { agentView } from '~/../tests/views';
import type { ServerView } from '~/contract/types.gen';
import { cardsOf, sharedServers, stateOf } from './cards';

const server = (over: Partial<ServerView> = {}): ServerView => ({
  name: 'nik',
  shared: false,
  target: 'http://127.0.0.1:47321/mcp',
  transport: 'http',
  state: 'ready',
  problem: null,
  protocol: '2025-06-18',
  tools: [],
  ...over,
});

describe('cards of servers', () => {
  it('show what runs, and what is typed beside it', () => {
    const typed = [
      { name: 'nik', target: 'http://127.0.0.1:47321/mcp', transport: 'http' as const },
      { name: 'new', target: 'npx new', transport: 'stdio' as const },
    ];
    const cards = cardsOf([server(), server({ name: 'gone' })], [server({ shared: true })], typed);
    expect(cards.map((card) => [card.key, card.view?.state ?? null])).toEqual([
      ['own/nik', 'ready'],
      ['typed/new', null],
      ['shared/nik', 'ready'],
    ]);
    expect(cards.map((card) => stateOf(card).words)).toEqual(['server-ready', 'mcp-unsaved', 'server-ready']);
  });

  it('do not let a server pass for running whose address was just changed', () => {
    const typed = [{ name: 'nik', target: 'http://elsewhere/mcp', transport: 'http' as const }];
    expect(cardsOf([server()], [], typed)[0]?.view).toBeNull();
  });

  it('stay as they are while the text does not parse', () => {
    expect(cardsOf([server()], [], null).map((card) => card.view?.state)).toEqual(['ready']);
  });
});

describe('servers of the shared file', () => {
  it('show how they do where an agent runs them', () => {
    const file = [
      server({ state: 'off', shared: true }),
      server({ name: 'b', state: 'needs_approval', shared: true }),
    ];
    const agents = [
      agentView({ servers: [server({ state: 'failed', shared: true })] }),
      agentView({
        id: 'agent_2',
        servers: [server({ state: 'ready', shared: true }), server({ name: 'b', shared: false })],
      }),
    ];
    expect(sharedServers(file, agents).map((one) => one.state)).toEqual(['ready', 'needs_approval']);
  });
});
