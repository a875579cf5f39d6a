/** When conversations are summarised. */
import type { NumberSetting } from './numbers.svelte';

export const CONTEXT: readonly NumberSetting[] = [
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
