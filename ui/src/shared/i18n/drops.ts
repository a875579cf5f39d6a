import { t } from './i18n.svelte';

/** Why an image did not go to the model, in words; an unknown reason as it is. */
export function dropWords(reason: string): string {
  const key = `drop-${reason.replaceAll('_', '-')}`;
  return t.has(key) ? t(key) : reason;
}
