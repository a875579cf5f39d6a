/**
 * Markdown of models and tools as safe HTML. The text is untrusted: no raw HTML, no pictures, no styles, and
 * only links that a browser outside may open. Two walls: the renderer writes none of it, and DOMPurify lets
 * none of it through. Where the engine has Trusted Types the result is one, so keep it as it is.
 */
import DOMPurify, { type Config } from 'dompurify';
import MarkdownIt from 'markdown-it';

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

export const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
markdown.validateLink = (url) => SAFE_LINK.test(url.trim());
// A bare "example.com" or "notes.md" in prose is rarely meant as an address.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

const escape = (text: string): string => markdown.utils.escapeHtml(text);

// A picture would be fetched from elsewhere: show where it is instead.
markdown.renderer.rules['image'] = (tokens, at) => {
  const token = tokens[at];
  const source = String(token?.attrGet('src') ?? '');
  const words = escape(token?.content || source);
  return SAFE_LINK.test(source) ? `<a href="${escape(source)}">${words}</a>` : words;
};

/** The label of the copy button travels in the environment, since it is in the person's language. */
interface Env {
  copy: string;
}

const copyLabel = (env: unknown): string =>
  typeof env === 'object' && env !== null && 'copy' in env ? String(env.copy) : '';

const codeBlock = (content: string, info: string, env: unknown): string => {
  const name = info.trim().split(/\s+/)[0] ?? '';
  return (
    `<div class="code"><div class="code-head"><span>${escape(name)}</span>` +
    `<button type="button" data-copy="">${escape(copyLabel(env))}</button></div>` +
    `<pre tabindex="0"><code>${escape(content)}</code></pre></div>`
  );
};
markdown.renderer.rules['fence'] = (tokens, at, _options, env) =>
  codeBlock(tokens[at]?.content ?? '', tokens[at]?.info ?? '', env);
markdown.renderer.rules['code_block'] = (tokens, at, _options, env) =>
  codeBlock(tokens[at]?.content ?? '', '', env);

// Tables align with a style attribute, which the policy blocks; the old attribute does the same.
markdown.core.ruler.push('table_align', (state) => {
  for (const token of state.tokens) {
    const style = String(token.attrGet('style') ?? '');
    const side = /text-align:\s*(left|right|center)/.exec(style)?.[1];
    if (style === '') continue;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    if (side) token.attrSet('align', side);
  }
});
markdown.renderer.rules['table_open'] = () => '<div class="table"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';

// Where a link really goes is shown on hover, since its text may say otherwise.
markdown.core.ruler.push('link_title', (state) => {
  for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
    if (token.type === 'link_open') token.attrSet('title', token.attrGet('href') ?? '');
  }
});

const RULES: Config = {
  ALLOWED_TAGS: [
    ...[
      'a',
      'blockquote',
      'br',
      'button',
      'code',
      'del',
      'div',
      'em',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'hr',
    ],
    ...['li', 'ol', 'p', 'pre', 's', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'class', 'align', 'start', 'type', 'data-copy', 'tabindex'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ADD_ATTR: ['data-copy'],
  // Without it the rule for links is applied to the values of these too.
  ADD_URI_SAFE_ATTR: ['align', 'start', 'type', 'data-copy', 'tabindex', 'title'],
};

// jsdom and old engines have no Trusted Types; DOMPurify then gives a plain string.
export function sanitize(html: string): string {
  return DOMPurify.sanitize(html, { ...RULES, RETURN_TRUSTED_TYPE: true }) as unknown as string;
}

const KEPT = 2000;
const cache = new Map<string, string>();

/** The HTML of a source. */
export function renderOnce(source: string, copyLabel: string): string {
  return sanitize(markdown.render(source, { copy: copyLabel } satisfies Env));
}

/** The same, remembered: rows come and go as the list scrolls. */
export function render(source: string, copyLabel: string): string {
  const key = `${copyLabel}\u0000${source}`;
  const known = cache.get(key);
  if (known !== undefined) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const html = renderOnce(source, copyLabel);
  cache.set(key, html);
  const oldest = cache.keys().next().value;
  if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
  return html;
}
