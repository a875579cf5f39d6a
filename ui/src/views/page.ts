/**
 * Rules for the whole page: links open outside, nothing navigates, files dropped beside a target do nothing,
 * and the browser's own menu shows only where it helps (text fields and selected text).
 */
import type { App } from '~/state/app.svelte';

const OUTSIDE = /^(https?:|mailto:)/i;

export function guardPage(app: App): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link) return;
    event.preventDefault();
    const href = link.getAttribute('href') ?? '';
    if (OUTSIDE.test(href)) void app.platform.openExternal(href);
  };
  document.addEventListener('click', follow, { signal });
  document.addEventListener('auxclick', follow, { signal });

  for (const type of ['dragover', 'drop'] as const) {
    document.addEventListener(type, (event) => event.preventDefault(), { signal });
  }

  document.addEventListener(
    'contextmenu',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const editable = target?.closest('input, textarea, [contenteditable="true"]');
      const selected = (getSelection()?.toString() ?? '') !== '';
      if (!editable && !selected) event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}

/** A window that is not shown yet may paint nothing at all, so this long is enough. */
const PAINT_MS = 250;

/** Resolves when what was drawn has been painted: the first frame lays out, the second one shows it. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
