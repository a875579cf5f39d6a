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
  /** What the host refused. */
  problem = $state.raw<Failure | null>(null);

  constructor(
    readonly app: App,
    readonly village: string,
    readonly id: string,
  ) {
    this.name = this.agent?.name ?? '';
    this.rounds = String(this.agent?.max_rounds ?? '');
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
    await Promise.all([this.saveName(), this.saveRounds()]);
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
