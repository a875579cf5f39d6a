/** The part of a log that a person wants, as times. Pure. */

/** How far back; `all` has no end, `between` is typed. */
export const SPANS = ['all', 'quarter', 'hour', 'day', 'week', 'between'] as const;
export type Span = (typeof SPANS)[number];

const MINUTE = 60_000;
const LENGTHS: Partial<Record<Span, number>> = {
  quarter: 15 * MINUTE,
  hour: 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
};

/** Since when, in milliseconds; null is from the beginning. */
export const sinceOf = (span: Span, now: number): number | null => {
  const length = LENGTHS[span];
  return length === undefined ? null : now - length;
};

/**
 * A time as a person types it, in the person's own zone: `2026-12-01`, `2026-12-01 14:05`, `14:05` (today), with
 * seconds or without. Null where nothing is typed, undefined where it is no time.
 */
export function typedTime(text: string, now: number): number | null | undefined {
  const typed = text.trim().replaceAll('/', '-');
  if (typed === '') return null;
  const match = /^(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:(?:^|[ T]+)(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
    typed,
  );
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const today = new Date(now);
  const dated = match[1] !== undefined;
  const [y, m, d] = dated
    ? [year ?? 0, (month ?? 1) - 1, day ?? 1]
    : [today.getFullYear(), today.getMonth(), today.getDate()];
  const found = new Date(y, m, d, hour, minute, second);
  // 31 February is another day, 25:00 another hour.
  const same = found.getMonth() === m && found.getDate() === d && found.getHours() === hour;
  return same && (minute ?? 0) < 60 && (second ?? 0) < 60 ? found.getTime() : undefined;
}
