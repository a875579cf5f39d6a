/** The words of the three languages fit each other and the source. */
import { FluentResource } from '@fluent/bundle';
import { describe, expect, it } from 'vitest';

const files = import.meta.glob<string>('../../locales/*/{ui,dialogs,errors}.ftl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = import.meta.glob<string>(
  ['../src/**/*.{ts,svelte}', '!../src/**/*.test.ts', '!../src/platform/memory/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const keysIn = (source: string): string[] =>
  [...source.matchAll(/^([a-z][a-z0-9-]*)\s*=/gm)].map((match) => match[1] ?? '');

function variablesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const part of node) variablesOf(part, found);
  else if (typeof node === 'object' && node !== null) {
    const part = node as Record<string, unknown>;
    if (part['type'] === 'var') found.add(String(part['name']));
    for (const inner of Object.values(part)) variablesOf(inner, found);
  }
  return found;
}

const shape = (source: string): Record<string, string[]> =>
  Object.fromEntries(
    new FluentResource(source).body
      .map((entry) => [entry.id, [...variablesOf(entry.value)].sort()] as const)
      .sort(),
  );

const read = (language: string, file: string): string | undefined =>
  files[`../../locales/${language}/${file}.ftl`];

const present = ['ui', 'dialogs', 'errors'].filter((file) => read('en', file) !== undefined);

describe.each(present)('%s.ftl', (file) => {
  const english = read('en', file);

  it('has every key once and no line that does not parse', () => {
    for (const language of ['en', 'ja', 'zh']) {
      const keys = keysIn(read(language, file) ?? '');
      expect(new Set(keys).size, language).toBe(keys.length);
      expect(
        new FluentResource(read(language, file) ?? '').body.map((entry) => entry.id),
        language,
      ).toEqual(keys);
    }
  });

  it.each(['ja', 'zh'])('has the keys and variables of English in %s', (language) => {
    expect(shape(read(language, file) ?? '')).toEqual(shape(english ?? ''));
  });

  it('leaves nothing in English', () => {
    const words = (language: string): Record<string, string> => {
      const lines = (read(language, file) ?? '')
        .split('\n')
        .filter((line) => /^[a-z][a-z0-9-]*\s*=/.test(line));
      return Object.fromEntries(
        lines.map((line) => [line.split('=')[0]?.trim() ?? '', line.slice(line.indexOf('=') + 1).trim()]),
      );
    };
    // Names and symbols are the same everywhere; a sentence is not.
    const same = Object.entries(words('ja')).filter(
      ([key, text]) => /[a-z]{3,} [a-z]{3,}/.test(text) && words('en')[key] === text,
    );
    expect(same).toEqual([]);
  });
});

describe('keys in the source', () => {
  const all = present.flatMap((file) => keysIn(read('en', file) ?? ''));
  const text = Object.values(sources).join('\n');

  it('stand in one file only', () => {
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
  });

  it('all have words', () => {
    const used = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    expect(used.length).toBeGreaterThan(50);
    expect([...new Set(used)].filter((key) => !all.includes(key))).toEqual([]);
  });

  it('use all words', () => {
    const literals = new Set(
      [...text.matchAll(/['"`]([a-z][a-z0-9]*(?:-[a-z0-9]+)+)['"`]/g)].map((match) => match[1] ?? ''),
    );
    // Keys that are put together from a value of the contract.
    const prefixes = [...text.matchAll(/`([a-z][a-z0-9-]*-)\$\{/g)].map((match) => match[1] ?? '');
    const unused = ['ui', 'dialogs']
      .flatMap((file) => keysIn(read('en', file) ?? ''))
      .filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });
});
