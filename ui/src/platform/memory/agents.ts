import type { AgentView, Document } from '~/contract/types.gen';
import { newAgent } from './seed';
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
  | 'agents_start'
  | 'agents_stop'
  | 'document_get'
  | 'document_set'
>;

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
  const documentKey = (agent: string | undefined, document: Document): string => `${agent ?? ''}/${document}`;
  return {
    agent_new: ({ village, name, template }) => add(village, newAgent(nextId(village), name, template, [])),
    agent_set({ village, agent, name, template, max_rounds, role, handoff, plaza, remembers, position }) {
      return world.setAgent(village, agent, {
        ...(role !== undefined && { role }),
        ...(handoff !== undefined && { handoff }),
        ...(plaza !== undefined && { plaza }),
        ...(remembers !== undefined && { remembers }),
        ...(name !== undefined && { name }),
        ...(template !== undefined && { template }),
        ...(max_rounds !== undefined && { max_rounds }),
        ...(position && { place: position }),
      });
    },
    agent_duplicate({ village, agent }) {
      const original = world.agent(village, agent);
      return add(village, {
        ...structuredClone(original),
        id: nextId(village),
        name: `${original.name} 2`,
        status: 'stopped',
        place: null,
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
    agents_start({ village }) {
      for (const { id, template } of world.village(village).view.agents)
        if (template !== '') world.setAgent(village, id, { status: 'idle' });
      return structuredClone(world.village(village).view);
    },
    agents_stop({ village }) {
      for (const { id } of world.village(village).view.agents) {
        world.village(village).turns.get(id)?.abort();
        world.setAgent(village, id, { status: 'stopped', tool: null });
      }
      return structuredClone(world.village(village).view);
    },
    document_get: ({ village, agent, document }) => ({
      text: world.village(village).documents.get(documentKey(agent, document)) ?? '',
    }),
    document_set({ village, agent, document, text }) {
      world.village(village).documents.set(documentKey(agent, document), text);
      return { text };
    },
  };
}
