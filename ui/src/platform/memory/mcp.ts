/** `mcp.json` in the in-memory host: parsed, refused with a place, trusted by name and target. */
import type { AgentView, Failure, ServerView } from '~/contract/types.gen';
import { nikServer, PRACTICE_CAMERA } from './seed';
import { refuse, type Handlers, type World } from './world';

type Mcp = Pick<
  Handlers,
  | 'input_set'
  | 'mcp_get'
  | 'mcp_paste'
  | 'mcp_set'
  | 'mcp_take'
  | 'mcp_test'
  | 'permission_set'
  | 'server_approve'
  | 'server_retry'
>;

interface Entry {
  type?: string;
  url?: string;
  command?: string;
  args?: string[];
}

const EMPTY = '{\n  "mcpServers": {}\n}\n';
const targetOf = (entry: Entry): string => entry.url ?? [entry.command, ...(entry.args ?? [])].join(' ');

/** The line and column where a JSON text breaks, as any parser that reads from the front finds it. */
function breakOf(text: string): { line: number; column: number } {
  let at = text.length;
  for (let end = 1; end <= text.length; end += 1) {
    try {
      JSON.parse(text.slice(0, end));
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : '';
      if (!/end of JSON|unterminated|Unterminated|property name|Expected/i.test(message)) {
        at = end - 1;
        break;
      }
      const position = /position (\d+)/.exec(message)?.[1];
      if (position !== undefined && Number(position) < end - 1) {
        at = Number(position);
        break;
      }
    }
  }
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export function mcpHandlers(world: World): Mcp {
  const trusted = new Set<string>();
  const trustKey = (name: string, entry: Entry): string => `${name} ${targetOf(entry)}`;

  const parse = (text: string, file: string): Record<string, Entry> => {
    const fail = (reason: string, line = 1, column = 1): never =>
      refuse('mcp-json', { file, line: String(line), column: String(column), reason, server: '' });
    if (text.trim() === '') return {};
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const { line, column } = breakOf(text);
      return fail('syntax', line, column);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('not_an_object');
    const list = 'mcpServers' in value ? value.mcpServers : 'servers' in value ? value.servers : undefined;
    if (list === undefined) return fail('no_servers');
    const entries = list as Record<string, Entry>;
    for (const [name, entry] of Object.entries(entries)) {
      const line = text.slice(0, text.indexOf(`"${name}"`)).split('\n').length;
      if (!entry.url && !entry.command) fail('no_transport', line, 5);
      if (entry.url && !/^(https?:\/\/|\$\{)/.test(entry.url)) fail('bad_url', line, 5);
    }
    return entries;
  };

  const fileOf = (agent: string | undefined): string => (agent ? `agents/${agent}/mcp.json` : 'mcp.json');
  const textOf = (village: string, agent: string | undefined): string =>
    world.village(village).mcp.get(agent ?? '') ?? EMPTY;

  const view = (name: string, entry: Entry, shared: boolean, running: boolean): ServerView => {
    const known = entry.url === PRACTICE_CAMERA || trusted.has(trustKey(name, entry));
    const state = !known ? 'needs_approval' : running ? 'ready' : 'off';
    const base = { name, shared, target: targetOf(entry), transport: entry.url ? 'http' : 'stdio' };
    if (state === 'ready' && entry.command) {
      const problem: Failure = {
        code: 'server',
        args: { server: name, code: 'SPAWN_FAILED', detail: 'not_found' },
        detail: null,
      };
      return { ...nikServer('failed'), ...base, problem, tools: [] };
    }
    const tools =
      state === 'ready'
        ? nikServer().tools.map((tool) => ({ ...tool, name: `${name}__${tool.original}` }))
        : [];
    return { ...nikServer(state), ...base, tools };
  };

  const serversOf = (village: string, agent: AgentView): ServerView[] => {
    const running = agent.status !== 'stopped';
    const read = (id: string | undefined, shared: boolean): ServerView[] =>
      Object.entries(parse(textOf(village, id), fileOf(id))).map(([name, entry]) => {
        const fresh = view(name, entry, shared, running);
        const before = agent.servers.find((one) => one.name === name && one.target === fresh.target);
        return before && before.state === fresh.state ? { ...before, shared } : fresh;
      });
    return [...read(undefined, true), ...read(agent.id, false)];
  };

  const connect = (village: string, id: string): AgentView =>
    world.setAgent(village, id, { servers: serversOf(village, world.agent(village, id)) });

  const server = (
    { village, agent, server: name }: { village: string; agent: string; server: string },
    change: Partial<ServerView>,
  ): AgentView => {
    const { servers } = world.agent(village, agent);
    return world.setAgent(village, agent, {
      servers: servers.map((one) => (one.name === name ? { ...one, ...change } : one)),
    });
  };

  // What the seed shows as running was trusted when the village was made.
  for (const { view: home } of world.villages.values())
    for (const { servers } of home.agents)
      for (const one of servers) trusted.add(`${one.name} ${one.target}`);

  return {
    mcp_get({ village, agent }) {
      const text = textOf(village, agent);
      const servers = Object.entries(parse(text, fileOf(agent))).map(([name, entry]) =>
        view(name, entry, agent === undefined, false),
      );
      return { text, problem: null, servers };
    },
    mcp_set({ village, agent, text, approve }) {
      const entries = Object.entries(parse(text, fileOf(agent)));
      if (approve) for (const [name, entry] of entries) trusted.add(trustKey(name, entry));
      const home = world.village(village);
      home.mcp.set(agent ?? '', text);
      for (const { id } of home.view.agents) if (agent === undefined || id === agent) connect(village, id);
      const servers = entries.map(([name, entry]) => view(name, entry, agent === undefined, false));
      return { text, problem: null, servers };
    },
    mcp_paste({ village, agent, text }) {
      const known = parse(textOf(village, agent), '');
      const servers = Object.entries(parse(text, 'mcp.json')).map(([name, entry]) => ({
        name,
        free_name: name in known ? `${name}-2` : name,
        target: targetOf(entry),
        transport: entry.type === 'sse' ? 'sse' : entry.url ? 'http' : 'stdio',
        variables: [],
        secrets: [],
        cautions: [],
        native: null,
        split: null,
        unsupported: [],
        disabled: false,
      }));
      return { client: 'claude_desktop', servers, problems: [] };
    },
    mcp_take({ village, agent, text, picks }) {
      const given = parse(text, 'mcp.json');
      const known = parse(textOf(village, agent), '');
      const taken = picks.map(({ name, rename }): [string, Entry] => [
        rename,
        given[name] ?? refuse('server-unknown', { server: name }),
      ]);
      const whole = JSON.stringify({ mcpServers: { ...known, ...Object.fromEntries(taken) } }, null, 2);
      return this.mcp_set({ village, ...(agent !== undefined && { agent }), text: whole, approve: false });
    },
    input_set: () => ({ place: 'os_store' }),
    async mcp_test({ text, server: name }) {
      const entry = parse(text, 'mcp.json')[name] ?? refuse('server-unknown', { server: name });
      await world.wait(700);
      if (entry.command) refuse('server', { server: name, code: 'SPAWN_FAILED', detail: 'not_found' });
      if (entry.url?.includes('refused'))
        refuse('server', { server: name, code: 'UNREACHABLE', detail: 'refused' });
      const tools = nikServer().tools.map((tool) => ({ ...tool, name: `${name}__${tool.original}` }));
      return { protocol: '2025-06-18', server: 'NIK 1.4.0', tools, schema_tokens: 412, ms: 180 };
    },
    permission_set({ village, agent, tool, permission }) {
      const { servers } = world.agent(village, agent);
      return world.setAgent(village, agent, {
        servers: servers.map((one) => ({
          ...one,
          tools: one.tools.map((each) => (each.name === tool ? { ...each, permission } : each)),
        })),
      });
    },
    server_approve({ village, agent, server: name, shared }) {
      const all = parse(textOf(village, shared ? undefined : agent), '');
      trusted.add(trustKey(name, all[name] ?? refuse('server-unknown', { server: name })));
      return connect(village, agent);
    },
    async server_retry(id) {
      const before = world.agent(id.village, id.agent).servers.find((one) => one.name === id.server);
      server(id, { state: 'connecting', problem: null });
      await world.wait(900);
      return server(id, { state: 'failed', problem: before?.problem ?? null });
    },
  };
}
