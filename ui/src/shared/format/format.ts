/**
 * Numbers, sizes and times as text. Units are symbols (KB, ms), so no sentence is made here.
 * Sizes are of 1000 bytes, rounded to the nearest and at least 1, as in the pane line.
 */
import type { Language } from '~/contract/types.gen';

const LOCALES: Record<Language, string> = { en: 'en', ja: 'ja', zh: 'zh-Hans' };
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const found = cache.get(key) as T | undefined;
  if (found) return found;
  const made = make();
  cache.set(key, made);
  return made;
}

export function bytes(count: number): string {
  if (count < 1_000_000) return `${Math.max(1, Math.round(count / 1000))} KB`;
  if (count < 1_000_000_000) return `${(count / 1_000_000).toFixed(1)} MB`;
  return `${(count / 1_000_000_000).toFixed(1)} GB`;
}

export function number(value: number, language: Language): string {
  return cached(`n${language}`, () => new Intl.NumberFormat(LOCALES[language])).format(value);
}

/** 950 as it is, then 1.2k, 34k, 1.2M: for meters, not for sums. */
export function compact(value: number): string {
  if (value < 1000) return String(value);
  if (value < 10_000) return `${(value / 1000).toFixed(1)}k`;
  if (value < 1_000_000) return `${Math.round(value / 1000)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long something has been going on: whole seconds, since tenths would only flicker. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** How old a thing is, in tenths of a second up to ten seconds. */
export function age(ms: number): string {
  const clean = Math.max(0, ms);
  if (clean < 10_000) return `${(clean / 1000).toFixed(1)} s`;
  if (clean < 60_000) return `${Math.round(clean / 1000)} s`;
  return `${Math.floor(clean / 60_000)} min`;
}

export function time(at: number, language: Language): string {
  return cached(
    `t${language}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { hour: '2-digit', minute: '2-digit' }),
  ).format(at);
}

export function dateTime(at: number, language: Language): string {
  return cached(
    `dt${language}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'medium' }),
  ).format(at);
}

export function day(at: number, language: Language): string {
  return cached(
    `d${language}`,
    () =>
      new Intl.DateTimeFormat(LOCALES[language], {
        weekday: 'short',
        year: 'numeric',
        month: 'short',
        day: 'numeric',
      }),
  ).format(at);
}

/** A local calendar day as one number, to compare by. */
export function dayKey(at: number): number {
  const date = new Date(at);
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** "5 minutes ago", the largest unit only. */
export function relative(at: number, now: number, language: Language): string {
  const format = cached(
    `r${language}`,
    () => new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }),
  );
  const seconds = Math.round((at - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return format.format(0, 'minute');
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  if (size < 2_592_000) return format.format(Math.round(seconds / 86_400), 'day');
  return cached(
    `rd${language}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { year: 'numeric', month: 'short', day: 'numeric' }),
  ).format(at);
}
