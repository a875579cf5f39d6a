/** The settings of a village: its name, its language, and what one request may cost. */
import type { Failure, Language, VillageView } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import { typedNumber } from '~/shared/ui/number';
import type { App } from '~/state/app.svelte';

/** Effective tokens of one request. */
export const BUDGET = { min: 1000, max: 1_000_000_000 };

export class VillageDraft {
  name = $state('');
  nameProblem = $state<string | null>(null);
  budget = $state('');
  budgetWrong = $state(false);
  problem = $state.raw<Failure | null>(null);

  constructor(
    readonly app: App,
    readonly id: string,
  ) {
    this.name = this.view?.name ?? '';
    this.budget = String(this.view?.budget ?? '');
  }

  get view() {
    return this.app.data.open[this.id]?.view;
  }

  async saveName(): Promise<void> {
    const name = this.name.trim();
    this.nameProblem = name === '' ? 'village-name-empty' : null;
    if (this.nameProblem === null && name !== this.view?.name) await this.#set({ name });
  }

  async saveBudget(): Promise<void> {
    const budget = typedNumber(this.budget, BUDGET);
    // An emptied field takes the usual one again.
    this.budgetWrong = budget === undefined;
    if (budget === undefined || budget === this.view?.budget) return;
    const set = await this.#set({ budget: budget ?? 0 });
    this.budget = String((set ?? this.view)?.budget ?? '');
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    await this.saveName();
    await this.saveBudget();
  }

  async setLanguage(language: Language): Promise<void> {
    await this.#set({ language });
  }

  /** What the village is then; null when it was refused. */
  async #set(
    change: Partial<Pick<VillageView, 'name' | 'language' | 'budget'>>,
  ): Promise<VillageView | null> {
    this.problem = null;
    try {
      return await this.app.platform.rpc('village_set', { village: this.id, ...change });
    } catch (thrown) {
      this.problem = failureOf(thrown);
      return null;
    }
  }
}
