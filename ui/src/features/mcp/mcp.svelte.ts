/**
 * An `mcp.json` while a person edits it: saved, tested, approved.
 *
 * Invariant: a text that the host refuses stays in the editor and changes nothing else; and nothing starts
 * that the person did not see by its exact command or address.
 */
import type {
  AgentView,
  Failure,
  McpPasted,
  McpTestReport,
  PastedPick,
  Permission,
  ServerView,
  VillageView,
} from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import { Saver } from '~/shared/ui/saver.svelte';
import type { Savable } from '~/shared/ui/unsaved.svelte';
import type { App } from '~/state/app.svelte';
import { NIK, serversIn, withServer } from './json';
import { sharedServers } from './cards';

export type Trial = { busy: true } | { report: McpTestReport } | { problem: Failure };

interface Question {
  servers: readonly ServerView[];
  answered: () => void;
}

export class McpDraft extends Saver implements Savable {
  text = $state('');
  #saved = $state('');
  phase = $state<'loading' | 'ready' | 'failed'>('loading');
  /** The helper could not put NIK in. */
  nikRefused = $state(false);
  /** What tests found, by the name of the server. */
  trials = $state.raw<Readonly<Record<string, Trial>>>({});
  question = $state.raw<Question | null>(null);
  #file = $state.raw<readonly ServerView[]>([]);

  readonly dirty: boolean = $derived(this.phase === 'ready' && this.text !== this.#saved);

  constructor(
    readonly app: App,
    readonly village: string,
    /** Whose; none for the village's shared file. */
    readonly agentId?: string,
  ) {
    super();
    void this.load();
  }

  get view(): VillageView | undefined {
    return this.app.data.open[this.village]?.view;
  }

  get agent(): AgentView | undefined {
    return this.view?.agents.find((agent) => agent.id === this.agentId);
  }

  /** The servers of this file. */
  get own(): readonly ServerView[] {
    if (this.agentId === undefined) return sharedServers(this.#file, this.view?.agents ?? []);
    return this.agent?.servers.filter((server) => !server.shared) ?? [];
  }

  /** Those that an agent has from the village's file. */
  get shared(): readonly ServerView[] {
    return this.agent?.servers.filter((server) => server.shared) ?? [];
  }

  get #id(): { village: string; agent?: string } {
    return { village: this.village, ...(this.agentId !== undefined && { agent: this.agentId }) };
  }

  async load(): Promise<void> {
    this.phase = 'loading';
    this.problem = null;
    try {
      const file = await this.app.platform.rpc('mcp_get', this.#id);
      this.text = file.text;
      this.#saved = file.text;
      this.#file = file.servers;
      this.problem = file.problem;
      this.phase = 'ready';
    } catch (thrown) {
      this.problem = failureOf(thrown);
      this.phase = 'failed';
    }
  }

  /** Ends when the person has also answered what may start. */
  async save(): Promise<boolean> {
    if (this.phase !== 'ready') return false;
    const { text } = this;
    return this.try(async () => {
      const file = await this.app.platform.rpc('mcp_set', { ...this.#id, text, approve: false });
      this.#saved = text;
      this.#file = file.servers;
      this.problem = file.problem;
      this.trials = {};
      const unknown = file.servers.filter((server) => server.state === 'needs_approval');
      if (unknown.length > 0) await this.ask(unknown);
    });
  }

  /** Shows exactly what would start or be reached, and waits for the answer. */
  ask(servers: readonly ServerView[]): Promise<void> {
    return new Promise((answered) => {
      this.question = { servers, answered };
    });
  }

  /** Agents that could start servers one by one; without any the file is agreed to as a whole. */
  get #starter(): string | undefined {
    return this.agentId ?? this.view?.agents[0]?.id;
  }

  get canChoose(): boolean {
    return this.#starter !== undefined;
  }

  async answer(chosen: readonly ServerView[]): Promise<void> {
    const { question } = this;
    this.question = null;
    if (chosen.length > 0) await this.#approve(chosen);
    question?.answered();
  }

  async #approve(chosen: readonly ServerView[]): Promise<void> {
    const all =
      this.#file.length === chosen.length && !this.dirty && !chosen.some((one) => one.shared && this.agentId);
    try {
      if (all || this.#starter === undefined) {
        const file = await this.app.platform.rpc('mcp_set', {
          ...this.#id,
          text: this.#saved,
          approve: true,
        });
        this.#file = file.servers;
        return;
      }
      for (const { name } of chosen) {
        const id = {
          village: this.village,
          agent: this.#starter,
          server: name,
          shared: this.agentId === undefined,
        };
        await this.app.platform.rpc('server_approve', id);
      }
      const { servers } = await this.app.platform.rpc('mcp_get', this.#id);
      this.#file = servers;
    } catch (thrown) {
      this.problem = failureOf(thrown);
    }
  }

  /** What a text of another program holds. */
  readPaste(text: string): Promise<McpPasted> {
    return this.app.platform.rpc('mcp_paste', { ...this.#id, text });
  }

  /** Takes servers of it into the file. What is given back asks what of the file may start. */
  async takePaste(text: string, picks: PastedPick[]): Promise<() => Promise<void>> {
    const file = await this.app.platform.rpc('mcp_take', { ...this.#id, text, picks });
    this.text = file.text;
    this.#saved = file.text;
    this.#file = file.servers;
    this.problem = file.problem;
    this.trials = {};
    const unknown = file.servers.filter((server) => server.state === 'needs_approval');
    return () => (unknown.length > 0 ? this.ask(unknown) : Promise.resolve());
  }

  /** Keeps a value that an entry names as `${input:id}`. */
  async setInput(server: string, input: string, value: string): Promise<void> {
    await this.app.ask('input_set', { ...this.#id, server, input, value });
    this.forgetTest(server);
  }

  insertNik(): void {
    const text = withServer(this.text, NIK.name, NIK.entry);
    this.nikRefused = text === null;
    if (text !== null) this.text = text;
  }

  /** Connects once, with what stands in the editor if it parses. */
  async test(server: string): Promise<void> {
    const text = serversIn(this.text) ? this.text : this.#saved;
    this.#try(server, { busy: true });
    try {
      const report = await this.app.platform.rpc('mcp_test', { village: this.village, text, server });
      this.#try(server, { report });
    } catch (thrown) {
      this.#try(server, { problem: failureOf(thrown) });
    }
  }

  forgetTest(server: string): void {
    this.trials = Object.fromEntries(Object.entries(this.trials).filter(([name]) => name !== server));
  }

  async retry(server: ServerView): Promise<void> {
    if (this.#starter === undefined) return;
    const id = { village: this.village, agent: this.#starter, server: server.name, shared: server.shared };
    await this.app.ask('server_retry', id);
  }

  async permit(tool: string, permission: Permission): Promise<void> {
    if (this.agentId === undefined) return;
    const set = { village: this.village, agent: this.agentId, tool, permission };
    await this.app.ask('permission_set', set);
  }

  async start(): Promise<void> {
    if (this.agentId === undefined) return;
    await this.app.ask('agent_start', { village: this.village, agent: this.agentId });
  }

  #try(server: string, trial: Trial): void {
    this.trials = { ...this.trials, [server]: trial };
  }
}

/** Where a failure points to in the text, for the editor. */
export function placeOf(problem: Failure | null): { line: number; column: number } | null {
  const line = Number(problem?.args['line']);
  const column = Number(problem?.args['column']);
  if (problem?.code !== 'mcp-json' || !(line >= 1)) return null;
  return { line, column: column >= 1 ? column : 1 };
}
