/** Markdown for the editor without the HTML, CSS and JavaScript grammars that the usual package brings. */
import { defineLanguageFacet, Language } from '@codemirror/language';
import { GFM, parser } from '@lezer/markdown';

const facet = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } });

export const markdownLanguage = new Language(facet, parser.configure([GFM]), [], 'markdown');
