/** CodeMirror behind a small door; imported lazily by CodeEditor.svelte alone. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
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

export interface EditorOptions {
  value: string;
  language: 'json' | 'markdown';
  label: string;
  readonly: boolean;
  onchange: (text: string) => void;
}

export interface Editor {
  setText(text: string): void;
  setProblem(problem: { line: number; column: number; text: string } | null): void;
  setLabel(label: string): void;
  destroy(): void;
}

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'transparent', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-gutters': { color: 'var(--fg-3)', backgroundColor: 'transparent', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'oklch(0.65 0.17 272 / 0.28)',
  },
  '.cm-panels': { color: 'var(--fg)', backgroundColor: 'var(--bg-side)' },
  '.cm-tooltip': {
    color: 'var(--fg)',
    backgroundColor: 'var(--bg-raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-md)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--bg-active)', outline: '1px solid var(--line-control)' },
});

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
  const labelled = (label: string): Extension => EditorView.contentAttributes.of({ 'aria-label': label });
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
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
      options.language === 'json' ? json() : markdownLanguage,
      theme,
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !silent) options.onchange(update.state.doc.toString());
      }),
    ],
  });
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
    destroy: () => view.destroy(),
  };
}

function diagnostic(view: EditorView, problem: { line: number; column: number; text: string }): Diagnostic {
  const { doc } = view.state;
  const line = doc.line(Math.min(Math.max(1, problem.line), doc.lines));
  const from = Math.min(line.from + Math.max(0, problem.column - 1), line.to);
  return { from, to: line.to, severity: 'error', message: problem.text };
}
