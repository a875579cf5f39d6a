import path from 'node:path';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const src = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src');

/** The part of `src` a file lies in: `features/chat`, `shared`, `views`, ... */
function area(file) {
  const [first, second] = path.relative(src, file).split(path.sep);
  return first === 'features' ? `features/${second}` : first;
}

/** What each part may not import, and where the shared thing should go instead. */
const edges = {
  meta: { type: 'problem', schema: [], messages: { edge: '{{text}}' } },
  create(context) {
    const from = area(context.filename);
    const check = (node) => {
      const name = node.source?.value;
      if (typeof name !== 'string' || !/^[~.]/.test(name)) return;
      const target = name.startsWith('~/')
        ? path.join(src, name.slice(2))
        : path.resolve(path.dirname(context.filename), name);
      const to = area(target);
      const report = (text) => context.report({ node, messageId: 'edge', data: { text } });
      if (from.startsWith('features/') && to.startsWith('features/') && from !== to)
        report(
          `${from} may not import ${to}: move what both need to shared/ or state/, or compose them in views/.`,
        );
      if (from.startsWith('features/') && to === 'views')
        report('A feature may not import a view: views compose features, never the other way round.');
      if (['shared', 'state', 'platform'].includes(from) && (to.startsWith('features/') || to === 'views'))
        report(`${from}/ knows no feature and no view: pass it in as a value or a snippet.`);
      if (from === 'shared' && to === 'state') report('shared/ knows no state: pass it in as a value.');
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default ts.config(
  { ignores: ['dist/', 'dist-demo/', 'src/contract/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    plugins: { house: { rules: { edges } } },
    rules: {
      'house/edges': 'error',
      'svelte/no-at-html-tags': 'error',
      'no-console': 'error',
      // State is replaced as a whole ($state.raw), so a plain Set or Map in between is right.
      'svelte/prefer-svelte-reactivity': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@lucide/svelte', message: 'Import one icon: @lucide/svelte/icons/<name>.' },
            { name: 'bits-ui', message: 'Use the wrappers in shared/ui.' },
          ],
          patterns: [{ group: ['@tauri-apps/*'], message: 'Only platform/tauri.ts talks to the shell.' }],
        },
      ],
    },
  },
  {
    files: ['src/shared/ui/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@lucide/svelte', message: 'Import one icon: @lucide/svelte/icons/<name>.' }] },
      ],
    },
  },
  { files: ['src/platform/tauri.ts', '**/tauri.test.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['*.config.{js,ts}', 'tests/**'], languageOptions: { globals: { ...globals.node } } },
);
