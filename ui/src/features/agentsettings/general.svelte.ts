/**
 * The plain settings of an agent. Each is written when it was changed: a field when the person leaves it, a
 * choice at once. Nothing waits for a button.
 */
import type { AgentSet, AgentView, Failure } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import { typedNumber } from '~/shared/ui/number';
import type { App } from '~/state/app.svelte';

export const ROUNDS = { min: 1, max: 100 };

type Change = Omit<AgentSet, 'village' | 'agent' | 'position'>;

export class AgentGeneral {
  name = $state('');
  rounds = $state('');
  nameProblem = $state<string | null>(null);
  roundsProblem = $state<string | null>(null);
  /** Where its commands run. */
  folder = $state('');
  folderProblem = $state.raw<Failure | null>(null);
  /** Other agents that are to have the same folder. */
  folderOthers = $state.raw<ReadonlySet<string>>(new Set());
  /** What the host refused. */
  problem = $state.raw<Failure | null>(null);

  constructor(
    readonly app: App,
    readonly village: string,
    readonly id: string,
  ) {
    this.name = this.agent?.name ?? '';
    this.rounds = String(this.agent?.max_rounds ?? '');
    this.folder = this.agent?.folder ?? '';
  }

  get agent(): AgentView | undefined {
    return this.app.data.open[this.village]?.view.agents.find((agent) => agent.id === this.id);
  }

  async saveName(): Promise<void> {
    const name = this.name.trim();
    this.nameProblem = name === '' ? 'error-name-empty' : null;
    if (this.nameProblem || name === this.agent?.name) return;
    await this.set({ name });
  }

  async saveRounds(): Promise<void> {
    const value = typedNumber(this.rounds, ROUNDS);
    this.roundsProblem = value === null || value === undefined ? 'error-rounds-range' : null;
    if (typeof value !== 'number' || value === this.agent?.max_rounds) return;
    await this.set({ max_rounds: value });
  }

  setTemplate(template: string): Promise<void> {
    return this.set({ template });
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    await Promise.all([this.saveName(), this.saveRounds(), this.saveFolder()]);
  }

  async setIcon(data: string): Promise<void> {
    this.problem = null;
    try {
      await this.app.platform.rpc('icon_set', { village: this.village, agent: this.id, data });
    } catch (thrown) {
      this.problem = failureOf(thrown);
    }
  }

  async saveFolder(): Promise<void> {
    const folder = this.folder.trim();
    if (folder === this.agent?.folder) this.folderProblem = null;
    else await this.#setFolder([this.id], folder);
  }

  async pickFolder(): Promise<void> {
    const folder = await this.app.platform.pickFolder().catch(() => null);
    if (folder === null) return;
    this.folder = folder;
    await this.saveFolder();
  }

  chooseOther(agent: string, on: boolean): void {
    const chosen = new Set(this.folderOthers);
    if (on) chosen.add(agent);
    else chosen.delete(agent);
    this.folderOthers = chosen;
  }

  /** Gives this agent and the chosen others the folder in the field, or none. */
  async shareFolder(): Promise<void> {
    const done = await this.#setFolder([this.id, ...this.folderOthers], this.folder.trim());
    if (done) this.folderOthers = new Set();
  }

  async #setFolder(agents: string[], folder: string): Promise<boolean> {
    this.folderProblem = null;
    try {
      await this.app.platform.rpc('work_folders_set', { village: this.village, agents, folder });
      return true;
    } catch (thrown) {
      this.folderProblem = failureOf(thrown);
      return false;
    }
  }

  async toggle(): Promise<void> {
    const { village, id, agent } = this;
    const command = agent?.status === 'stopped' ? 'agent_start' : 'agent_stop';
    await this.app.ask(command, { village, agent: id });
  }

  async tie(from: string, to: string, on: boolean): Promise<void> {
    await this.app.ask('tie_set', { village: this.village, from, to, on });
  }

  async set(change: Change): Promise<void> {
    const { village, id } = this;
    this.problem = null;
    try {
      await this.app.platform.rpc('agent_set', { village, agent: id, ...change });
    } catch (thrown) {
      this.problem = failureOf(thrown);
    }
  }
}
