/** The settings of a village: its name and its language. */
import type { Failure, Language } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import type { App } from '~/state/app.svelte';

export class VillageDraft {
  name = $state('');
  nameProblem = $state<string | null>(null);
  problem = $state.raw<Failure | null>(null);

  constructor(
    readonly app: App,
    readonly id: string,
  ) {
    this.name = this.view?.name ?? '';
  }

  get view() {
    return this.app.data.open[this.id]?.view;
  }

  async saveName(): Promise<void> {
    const name = this.name.trim();
    this.nameProblem = name === '' ? 'village-name-empty' : null;
    if (this.nameProblem === null && name !== this.view?.name) await this.#set({ name });
  }

  setLanguage(language: Language): Promise<void> {
    return this.#set({ language });
  }

  async #set(change: { name?: string; language?: Language }): Promise<void> {
    this.problem = null;
    try {
      const village = await this.app.platform.rpc('village_set', { village: this.id, ...change });
      this.app.take([{ event: 'village', village }]);
    } catch (thrown) {
      this.problem = failureOf(thrown);
    }
  }
}
