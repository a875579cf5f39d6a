/** CodeMirror behind a small door; imported lazily by CodeEditor.svelte alone. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { markdownLanguage } from './markdown';
import { theme } from './theme';

export interface EditorOptions {
  value: string;
  language: 'json' | 'markdown';
  label: string;
  readonly: boolean;
  /** Words of the search panel, by CodeMirror's own English ones. */
  phrases: Record<string, string>;
  onchange: (text: string) => void;
  onsave: () => void;
}

export interface Editor {
  setText(text: string): void;
  setProblem(problem: { line: number; column: number; text: string } | null): void;
  setLabel(label: string): void;
  setPhrases(phrases: Record<string, string>): void;
  /** Puts the cursor there, counted from 1, and shows it. */
  reveal(line: number, column: number): void;
  destroy(): void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--ok-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn-text)' },
  { tag: tags.heading, color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent-text)' },
  { tag: tags.monospace, color: 'var(--ok-text)' },
  { tag: [tags.processingInstruction, tags.punctuation], color: 'var(--fg-3)' },
]);

/** The nonce that the shell puts on the page's one style element. */
const pageNonce = (): string => document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';

export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const nonce = pageNonce();
  const labels = new Compartment();
  const phrases = new Compartment();
  const labelled = (label: string): Extension =>
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' });
  // A change that comes from outside is not told back.
  let silent = false;
  const view = new EditorView({
    parent,
    doc: options.value,
    extensions: [
      nonce ? EditorView.cspNonce.of(nonce) : [],
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      lintGutter(),
      syntaxHighlighting(colours),
      EditorView.lineWrapping,
      EditorState.readOnly.of(options.readonly),
      labels.of(labelled(options.label)),
      phrases.of(EditorState.phrases.of(options.phrases)),
      // Tab is left alone: it leads out of the editor, as out of every other field.
      keymap.of([
        { key: 'Mod-s', preventDefault: true, run: () => (options.onsave(), true) },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
      ]),
      options.language === 'json' ? json() : markdownLanguage,
      theme,
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !silent) options.onchange(update.state.doc.toString());
      }),
    ],
  });
  // What closed the search panel must not close the dialog around it too.
  const keepEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
  };
  parent.addEventListener('keydown', keepEscape);
  return {
    setText(text) {
      if (text === view.state.doc.toString()) return;
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      silent = false;
    },
    setProblem(problem) {
      view.dispatch(setDiagnostics(view.state, problem ? [diagnostic(view, problem)] : []));
    },
    setLabel(label) {
      view.dispatch({ effects: labels.reconfigure(labelled(label)) });
    },
    setPhrases(words) {
      view.dispatch({ effects: phrases.reconfigure(EditorState.phrases.of(words)) });
    },
    reveal(line, column) {
      const at = placeOf(view, line, column).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    destroy() {
      parent.removeEventListener('keydown', keepEscape);
      view.destroy();
    },
  };
}

/** From a place to the end of its line, kept inside the text. */
function placeOf(view: EditorView, line: number, column: number): { from: number; to: number } {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return { from: Math.min(from + Math.max(0, column - 1), to), to };
}

function diagnostic(view: EditorView, problem: { line: number; column: number; text: string }): Diagnostic {
  const place = placeOf(view, problem.line, problem.column);
  // An error at the end of a line marks the character before it, so that it is seen.
  const from = place.from === place.to ? Math.max(0, place.from - 1) : place.from;
  return { from, to: place.to, severity: 'error', message: problem.text };
}
