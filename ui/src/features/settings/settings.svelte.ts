/** The person's settings: each is written when it was changed, and nothing waits for a button. */
import type { SettingsPatch } from '~/contract/types.gen';
import { typedNumber } from '~/shared/ui/number';
import type { App } from '~/state/app.svelte';

export const UPLOAD = { min: 1, max: 512 };

export class SettingsDraft {
  userName = $state('');
  upload = $state('');
  uploadWrong = $state(false);

  constructor(readonly app: App) {
    this.userName = this.#now.user_name;
    this.upload = String(this.#now.max_upload_mb);
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

  async saveUpload(): Promise<void> {
    const value = typedNumber(this.upload, UPLOAD);
    this.uploadWrong = typeof value !== 'number';
    if (typeof value === 'number' && value !== this.#now.max_upload_mb)
      await this.set({ max_upload_mb: value });
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    await Promise.all([this.saveName(), this.saveUpload()]);
  }
}
