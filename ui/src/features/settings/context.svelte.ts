/** When conversations are summarised: numbers that are written when a field is left. */
import type { Settings, SettingsPatch } from '~/contract/types.gen';
import { typedNumber } from '~/shared/ui/number';
import type { App } from '~/state/app.svelte';

type Key = 'threshold' | 'image' | 'idle' | 'keep';

export interface ContextField {
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

export const FIELDS: readonly ContextField[] = [
  {
    key: 'threshold',
    min: 10,
    max: 100,
    label: 'set-threshold',
    hint: 'set-threshold-hint',
    unit: 'unit-percent',
    read: (settings) => Math.round(settings.context_percentage_threshold * 100),
    patch: (value) => ({ context_percentage_threshold: value / 100 }),
  },
  {
    key: 'image',
    min: 1,
    max: 100_000,
    label: 'set-image-tokens',
    hint: 'set-image-tokens-hint',
    unit: 'unit-tokens',
    read: (settings) => settings.image_token_estimate,
    patch: (value) => ({ image_token_estimate: value }),
  },
  {
    key: 'idle',
    min: 1,
    max: 10_080,
    label: 'set-idle',
    hint: 'set-idle-hint',
    unit: 'unit-minutes',
    read: (settings) => settings.idle_minutes,
    patch: (value) => ({ idle_minutes: value }),
  },
  {
    key: 'keep',
    min: 1,
    max: 100,
    label: 'set-keep',
    hint: 'set-keep-hint',
    read: (settings) => settings.keep_recent,
    patch: (value) => ({ keep_recent: value }),
  },
];

export class ContextDraft {
  values = $state<Record<Key, string>>({ threshold: '', image: '', idle: '', keep: '' });
  wrong = $state<Record<Key, boolean>>({ threshold: false, image: false, idle: false, keep: false });

  constructor(readonly app: App) {
    for (const field of FIELDS) this.values[field.key] = String(field.read(app.data.settings));
  }

  async save(field: ContextField): Promise<void> {
    const value = typedNumber(this.values[field.key], field);
    this.wrong[field.key] = typeof value !== 'number';
    if (typeof value !== 'number' || value === field.read(this.app.data.settings)) return;
    const settings = await this.app.ask('settings_set', field.patch(value));
    if (settings) this.app.take([{ event: 'settings', settings }]);
  }

  /** The dialog closes: a field that still has the cursor counts as left. */
  async finish(): Promise<void> {
    for (const field of FIELDS) await this.save(field);
  }
}
