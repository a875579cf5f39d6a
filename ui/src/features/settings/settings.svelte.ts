/** The person's settings: each is written when it was changed, and nothing waits for a button. */
import type { SettingsPatch } from '~/contract/types.gen';
import type { App } from '~/state/app.svelte';

export class SettingsDraft {
  userName = $state('');

  constructor(readonly app: App) {
    this.userName = this.#now.user_name;
  }

  get #now() {
    return this.app.data.settings;
  }

  async set(patch: SettingsPatch): Promise<void> {
    const settings = await this.app.ask('settings_set', patch);
    if (settings) this.app.take([{ event: 'settings', settings }]);
  }

  async saveName(): Promise<void> {
    const user_name = this.userName.trim();
    if (user_name !== this.#now.user_name) await this.set({ user_name });
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    await this.saveName();
  }
}
