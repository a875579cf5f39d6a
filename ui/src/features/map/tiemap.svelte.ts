/**
 * The map: what is drawn of a village, and what a person does with it.
 *
 * The host owns ties, and the places that a person chose. A place that is being dragged is ours until it is let
 * go; then it is written, and only the event that comes back decides.
 */
import type { Edge, Node } from '@xyflow/svelte';
import type { AgentView } from '~/contract/types.gen';
import type { App } from '~/state/app.svelte';
import { openTasks } from '~/state/work';
import type { Point, Size } from './detail';
import { placesOf, seenOf, type Seen } from './layout';
import { linesOf, movedOf, passingOf, tiesOf, type Line, type Passing } from './map';

export type AgentNode = Node<{ agent: AgentView; does: string }, 'agent'>;
export type TieEdge = Edge<{ line: Line; passing: Passing | null; words: string }, 'tie'>;

/** Words of the parts, in the person's language. */
export interface MapWords {
  node: (agent: AgentView) => string;
  /** What it does now. */
  does: (agent: AgentView) => string;
  tie: (line: Line, passing: Passing | null) => string;
  /** What passes along a tie, without its time. */
  passing: (passing: Passing) => string;
  nodeKind: string;
  edgeKind: string;
}

export class TieMap {
  nodes = $state.raw<AgentNode[]>([]);
  edges = $state.raw<TieEdge[]>([]);
  /** What is seen of it now. */
  seen = $state.raw<Seen>({ x: 0, y: 0, zoom: 1 });
  #held = new Set<string>();
  #places: ReadonlyMap<string, Point> = new Map();

  constructor(readonly app: App) {}

  /** Draws what the village is now, for a pane of this size. */
  sync(words: MapWords, pane: Size): void {
    const { view, agent: current } = this.app;
    const agents = view?.agents ?? [];
    const places = placesOf(agents, pane);
    this.#places = places;
    const before = new Map(this.nodes.map((node) => [node.id, node]));
    this.nodes = agents.map((agent) => {
      const old = before.get(agent.id);
      const position = (this.#held.has(agent.id) && old?.position) || places.get(agent.id) || { x: 0, y: 0 };
      return {
        ...old,
        id: agent.id,
        type: 'agent',
        position,
        selected: agent.id === current?.id,
        data: { agent, does: words.does(agent) },
        ariaLabel: words.node(agent),
        domAttributes: { 'aria-roledescription': words.nodeKind, 'data-testid': `map-node-${agent.id}` },
      };
    });
    const tasks = openTasks(this.app.village?.waves ?? []);
    this.edges = linesOf(view?.ties ?? [], agents).map((line) => {
      const passing = passingOf(line, tasks);
      return {
        id: line.id,
        type: 'tie',
        source: line.from,
        target: line.to,
        data: { line, passing, words: passing ? words.passing(passing) : '' },
        ariaLabel: words.tie(line, passing),
        domAttributes: {
          'aria-roledescription': words.edgeKind,
          'data-testid': `map-tie-${line.id}`,
          'data-passing': passing ? `${passing.from}-${passing.to}` : undefined,
        } as Record<string, string | undefined>,
      };
    });
  }

  /** Shows all of it. */
  fit(pane: Size): void {
    const agents = this.app.view?.agents ?? [];
    if (agents.length > 0) this.seen = seenOf(agents, this.#places, pane);
  }

  hold(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id);
  }

  /** Writes the places that changed. */
  async letGo(): Promise<void> {
    const { view } = this.app;
    if (!view) return;
    const moved = movedOf(this.#places, this.nodes);
    for (const { id, position } of moved) {
      const set = { village: view.id, agent: id, position: [position.x, position.y] as [number, number] };
      await this.app.ask('agent_set', set);
    }
    this.#held.clear();
  }

  async tie(from: string, to: string): Promise<void> {
    const { view } = this.app;
    if (!view || from === to || view.ties.some((tie) => tie.from === from && tie.to === to)) return;
    await this.app.ask('tie_set', { village: view.id, from, to, on: true });
  }

  /** Asks first. */
  cut(id: string): void {
    const { view } = this.app;
    const line = linesOf(view?.ties ?? [], view?.agents ?? []).find((one) => one.id === id);
    if (!view || !line) return;
    const name = (agent: string): string => view.agents.find((one) => one.id === agent)?.name ?? agent;
    this.app.open({
      kind: 'confirm',
      title: 'map-cut-title',
      body: line.both ? 'map-cut-both' : 'map-cut-text',
      action: 'map-cut',
      args: { from: name(line.from), to: name(line.to) },
      danger: true,
      run: () => void this.#cut(view.id, line),
    });
  }

  async #cut(village: string, line: Line): Promise<void> {
    for (const tie of tiesOf(line)) {
      await this.app.ask('tie_set', { village, ...tie, on: false });
    }
  }
}
