/** Numbers among the settings: each is written when its field is left, and nothing else waits for it. */
import type { Settings, SettingsPatch } from '~/contract/types.gen';
import { typedNumber } from '~/shared/ui/number';
import type { App } from '~/state/app.svelte';

export interface NumberSetting<Key extends string = string> {
  key: Key;
  min: number;
  max: number;
  /** Keys of the locales. */
  label: string;
  hint: string;
  unit?: string;
  read: (settings: Settings) => number;
  patch: (value: number) => SettingsPatch;
}

export class NumbersDraft<Key extends string = string> {
  values = $state<Record<string, string>>({});
  wrong = $state<Record<string, boolean>>({});

  constructor(
    readonly app: App,
    readonly fields: readonly NumberSetting<Key>[],
  ) {
    for (const field of fields) this.values[field.key] = String(field.read(app.data.settings));
  }

  async save(field: NumberSetting<Key>): Promise<void> {
    const value = typedNumber(this.values[field.key] ?? '', field);
    this.wrong[field.key] = typeof value !== 'number';
    if (typeof value !== 'number' || value === field.read(this.app.data.settings)) return;
    const settings = await this.app.ask('settings_set', field.patch(value));
    if (settings) this.app.take([{ event: 'settings', settings }]);
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    for (const field of this.fields) await this.save(field);
  }
}
