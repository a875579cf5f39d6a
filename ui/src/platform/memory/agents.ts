import type { AgentView, Document, ServerView } from '~/contract/types.gen';
import { newAgent, nikServer } from './seed';
import { refuse, type Handlers, type World } from './world';

type Agents = Pick<
  Handlers,
  | 'agent_delete'
  | 'agent_duplicate'
  | 'agent_new'
  | 'agent_restore'
  | 'agent_set'
  | 'agent_start'
  | 'agent_stop'
  | 'document_get'
  | 'document_set'
  | 'mcp_get'
  | 'mcp_set'
  | 'mcp_test'
  | 'permission_set'
  | 'server_approve'
  | 'server_retry'
>;

interface Entry {
  url?: string;
  command?: string;
  args?: string[];
}

export function agentHandlers(world: World): Agents {
  const add = (village: string, agent: AgentView): AgentView => {
    world.village(village).view.agents.push(agent);
    world.emit({ event: 'agent', village, agent });
    return agent;
  };
  const nextId = (village: string): string => {
    const home = world.village(village);
    const used = [...home.view.agents, ...[...home.deleted.values()].map(({ agent }) => agent)];
    return `agent_${Math.max(0, ...used.map((agent) => Number(agent.id.slice(6)))) + 1}`;
  };
  const server = (
    id: { village: string; agent: string; server: string },
    change: Partial<ServerView>,
  ): AgentView => {
    const agent = world.agent(id.village, id.agent);
    return world.setAgent(id.village, id.agent, {
      servers: agent.servers.map((one) => (one.name === id.server ? { ...one, ...change } : one)),
    });
  };
  const documentKey = (agent: string | undefined, document: Document): string => `${agent ?? ''}/${document}`;
  const parse = (text: string): Record<string, Entry> => {
    try {
      const file = JSON.parse(text) as {
        mcpServers?: Record<string, Entry>;
        servers?: Record<string, Entry>;
      };
      return file.mcpServers ?? file.servers ?? {};
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : '';
      const at = /position (\d+)/.exec(reason)?.[1];
      const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n');
      return refuse('mcp-json', {
        line: String(before.length),
        column: String((before.at(-1)?.length ?? 0) + 1),
        reason,
      });
    }
  };
  const servers = (text: string, approved: boolean): ServerView[] =>
    Object.entries(parse(text)).map(([name, entry]) => ({
      ...nikServer(approved ? 'ready' : 'needs_approval'),
      name,
      target: entry.url ?? [entry.command, ...(entry.args ?? [])].join(' '),
      transport: entry.url ? 'http' : 'stdio',
      tools: approved
        ? nikServer().tools.map((tool) => ({ ...tool, name: `${name}__${tool.original}` }))
        : [],
    }));
  return {
    agent_new: ({ village, name, template }) => add(village, newAgent(nextId(village), name, template, [])),
    agent_set({ village, agent, name, template, max_rounds, position }) {
      return world.setAgent(village, agent, {
        ...(name !== undefined && { name }),
        ...(template !== undefined && { template }),
        ...(max_rounds !== undefined && { max_rounds }),
        ...(position && { x: position[0], y: position[1] }),
      });
    },
    agent_duplicate({ village, agent }) {
      const original = world.agent(village, agent);
      return add(village, {
        ...structuredClone(original),
        id: nextId(village),
        name: `${original.name} 2`,
        status: 'stopped',
      });
    },
    agent_delete({ village, agent }) {
      const home = world.village(village);
      const at = home.view.agents.findIndex((other) => other.id === agent);
      home.deleted.set(agent, { agent: world.agent(village, agent), at });
      home.view = { ...home.view, agents: home.view.agents.filter((other) => other.id !== agent) };
      world.emit({ event: 'village', village: home.view });
      return {};
    },
    agent_restore({ village, agent }) {
      const home = world.village(village);
      const gone = home.deleted.get(agent) ?? refuse('unknown-agent', { agent });
      home.deleted.delete(agent);
      home.view = { ...home.view, agents: home.view.agents.toSpliced(gone.at, 0, gone.agent) };
      world.emit({ event: 'village', village: home.view });
      return gone.agent;
    },
    agent_start: ({ village, agent }) => world.setAgent(village, agent, { status: 'idle' }),
    agent_stop({ village, agent }) {
      world.village(village).turns.get(agent)?.abort();
      return world.setAgent(village, agent, { status: 'stopped', tool: null });
    },
    document_get: ({ village, agent, document }) => ({
      text: world.village(village).documents.get(documentKey(agent, document)) ?? '',
    }),
    document_set({ village, agent, document, text }) {
      world.village(village).documents.set(documentKey(agent, document), text);
      return { text };
    },
    mcp_get({ village, agent }) {
      const text = world.village(village).mcp.get(agent ?? '') ?? '{\n  "mcpServers": {}\n}\n';
      return { text, problem: null, servers: agent ? world.agent(village, agent).servers : [] };
    },
    mcp_set({ village, agent, text, approve }) {
      const next = servers(text, approve);
      world.village(village).mcp.set(agent ?? '', text);
      if (agent) world.setAgent(village, agent, { servers: next });
      return { text, problem: null, servers: next };
    },
    async mcp_test({ text, server: name }) {
      const entry = parse(text)[name] ?? refuse('mcp-unknown-server', { server: name });
      await world.wait(700);
      if (entry.url?.includes('refused') || entry.command)
        refuse('mcp-connect', { server: name }, 'connect ECONNREFUSED 127.0.0.1:47321');
      return {
        protocol: '2025-06-18',
        server: 'NIK 1.4.0',
        tools: nikServer().tools,
        schema_tokens: 412,
        ms: 180,
      };
    },
    permission_set({ village, agent, tool, permission }) {
      const { servers: all } = world.agent(village, agent);
      return world.setAgent(village, agent, {
        servers: all.map((one) => ({
          ...one,
          tools: one.tools.map((each) => (each.name === tool ? { ...each, permission } : each)),
        })),
      });
    },
    server_approve: (id) => server(id, { state: 'ready', problem: null, tools: nikServer().tools }),
    async server_retry(id) {
      server(id, { state: 'connecting', problem: null });
      await world.wait(900);
      return server(id, {
        state: 'failed',
        problem: { code: 'mcp-start', args: { server: id.server }, detail: 'spawn npx ENOENT' },
      });
    },
  };
}
