/** CodeMirror's English words and the keys of ours that stand for them. */
import { t } from '~/shared/i18n/i18n.svelte';

const KEYS: Record<string, string> = {
  Find: 'editor-find',
  Replace: 'editor-replace-with',
  next: 'editor-next',
  previous: 'editor-previous',
  all: 'editor-all',
  'match case': 'editor-case',
  'by word': 'editor-word',
  regexp: 'editor-regexp',
  replace: 'editor-replace',
  'replace all': 'editor-replace-all',
  close: 'editor-close',
  'current match': 'editor-current',
  'on line': 'editor-on-line',
  'replaced match on line $': 'editor-replaced-line',
  'replaced $ matches': 'editor-replaced',
  'Go to line': 'editor-goto',
  go: 'editor-go',
  'Selection deleted': 'editor-deleted',
  'Control character': 'editor-control',
};

/** In the language on screen; `$` stays where CodeMirror puts a number. */
export function editorPhrases(): Record<string, string> {
  return Object.fromEntries(Object.entries(KEYS).map(([english, key]) => [english, t(key)]));
}
