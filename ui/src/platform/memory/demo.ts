import { LANGUAGES } from '~/shared/i18n/i18n.svelte';
import type { MemoryOptions } from './index';

/** `?lang=ja&first&rows=20000&history=20000` in the address chooses what the in-memory host begins with. */
export function demoOptions(search: string): MemoryOptions {
  const query = new URLSearchParams(search);
  const language = LANGUAGES.find((known) => known === query.get('lang')) ?? 'en';
  const pace = Number(query.get('pace') ?? 1);
  return {
    language,
    pace: Number.isFinite(pace) ? pace : 1,
    firstRun: query.has('first'),
    rows: Number(query.get('rows') ?? 0),
    broken: query.has('broken'),
    history: Number(query.get('history') ?? 0),
  };
}
