import { describe, expect, it } from 'vitest';
import { agentView, serverView } from '~/../tests/views';
import { toolParts } from '~/shared/format/tool';
import { neighbour, serverChips, statusKey } from './rows';

describe('the agent list', () => {
  it('names every status', () => {
    expect(statusKey(agentView({ status: 'running_tool' }))).toBe('agent-status-running-tool');
  });

  it('splits a tool name at its server', () => {
    expect(toolParts('nik__live_view__image')).toEqual({ server: 'nik', tool: 'live_view__image' });
    expect(toolParts('web_search')).toEqual({ server: '', tool: 'web_search' });
  });

  it('shows all servers of the selected agent, and of others only those that need the person', () => {
    const agent = agentView({
      servers: [
        serverView({ name: 'a', state: 'ready' }),
        serverView({ name: 'b', state: 'failed' }),
        serverView({ name: 'c', state: 'needs_approval' }),
        serverView({ name: 'd', state: 'off' }),
        serverView({ name: 'e', state: 'sign_in' }),
      ],
    });
    expect(serverChips(agent, true).map((chip) => [chip.server.name, chip.tone, chip.action])).toEqual([
      ['a', 'ok', null],
      ['b', 'bad', 'retry'],
      ['c', 'warn', 'approve'],
      ['d', 'quiet', null],
      ['e', 'warn', 'retry'],
    ]);
    expect(serverChips(agent, false).map((chip) => chip.server.name)).toEqual(['b', 'c', 'e']);
  });

  it('walks up and down and stops at the ends', () => {
    const agents = [agentView({ id: 'a' }), agentView({ id: 'b' })];
    expect(neighbour(agents, 'a', 1)?.id).toBe('b');
    expect(neighbour(agents, 'b', 1)?.id).toBe('b');
    expect(neighbour(agents, 'a', -1)?.id).toBe('a');
    expect(neighbour(agents, undefined, 1)?.id).toBe('a');
    expect(neighbour([], 'a', 1)).toBeNull();
  });
});
