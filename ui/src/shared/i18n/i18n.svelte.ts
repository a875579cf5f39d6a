/**
 * The person's language: words from `locales/`, switched while the window is open.
 *
 * English is in the main bundle and stands in for a missing key; the others are loaded when asked for.
 * Isolation marks are off here as in Rust, so that both sides write the same string.
 */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Failure, Language } from '~/contract/types.gen';

export const LANGUAGES: readonly Language[] = ['en', 'ja', 'zh'];
/** Each language in itself: a person who cannot read the current one must find theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語', zh: '中文' };

export type Args = Record<string, FluentVariable>;

const english = import.meta.glob<string>('../../../../locales/en/{ui,dialogs,errors}.ftl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const others = import.meta.glob<string>('../../../../locales/{ja,zh}/{ui,dialogs,errors}.ftl', {
  query: '?raw',
  import: 'default',
});

function bundleOf(language: Language, sources: readonly string[]): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const source of sources) bundle.addResource(new FluentResource(source));
  return bundle;
}

const fallback = bundleOf('en', Object.values(english));
let bundle = $state.raw<FluentBundle>(fallback);
let language = $state<Language>('en');
let wanted: Language = 'en';

/** Switches the words on screen. The last call wins, whichever file arrives first. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  if (next === 'en') {
    bundle = fallback;
  } else {
    const files = Object.entries(others).filter(([path]) => path.includes(`/locales/${next}/`));
    const sources = await Promise.all(files.map(([, load]) => load()));
    if (wanted !== next) return;
    bundle = bundleOf(next, sources);
  }
  language = next;
  document.documentElement.lang = next === 'zh' ? 'zh-Hans' : next;
}

/** The language on screen; reading it in a component makes it follow. */
export const currentLanguage = (): Language => language;

/** A language of ours out of what the system calls its own. */
export function languageFrom(tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split(/[-_]/)[0];
    const known = LANGUAGES.find((candidate) => candidate === primary);
    if (known) return known;
  }
  return 'en';
}

function lookUp(id: string, args?: Args): string | null {
  for (const candidate of bundle === fallback ? [fallback] : [bundle, fallback]) {
    const message = candidate.getMessage(id);
    if (message?.value) return candidate.formatPattern(message.value, args ?? null, []);
  }
  return null;
}

/** The words of a key. An unknown key shows itself, so that it is seen. */
function translate(id: string, args?: Args): string {
  return lookUp(id, args) ?? id;
}

/** The sentence of a failure; without one, a general sentence that names the code. */
function failure(problem: Failure): string {
  return (
    lookUp(`error-${problem.code}`, problem.args) ?? translate('failure-unknown', { code: problem.code })
  );
}

export const t = Object.assign(translate, {
  failure,
  /** True where a key has words. */
  has: (id: string): boolean => lookUp(id) !== null,
});
