/** Verdicts on turns in words. Pure. */
import type { Verdict } from '~/contract/types.gen';

export type Tone = 'quiet' | 'good' | 'warn' | 'bad';

const OUTCOMES: Record<string, { words: string; tone: Tone }> = {
  reached: { words: 'verdict-reached', tone: 'good' },
  withheld: { words: 'verdict-withheld', tone: 'warn' },
  fallback: { words: 'verdict-fallback', tone: 'bad' },
  failed: { words: 'verdict-failed', tone: 'bad' },
  none: { words: 'verdict-none', tone: 'quiet' },
};

/** A key of the locales, and how loud it is; an outcome of a newer log has none. */
export const outcomeOf = (verdict: Verdict): { words: string; tone: Tone } | null =>
  OUTCOMES[verdict.outcome] ?? null;

/** Each reason once, with how often it came. */
export function dropsOf(dropped: readonly string[]): { reason: string; count: number }[] {
  return [...new Set(dropped)].map((reason) => ({
    reason,
    count: dropped.filter((one) => one === reason).length,
  }));
}
