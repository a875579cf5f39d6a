/**
 * The look of the window. The choice is ours: WebKitGTK does not tell the page the desktop's scheme
 * reliably, so `system` is only a hint.
 */
import type { Theme } from '~/contract/types.gen';
import { isString, recall, remember } from '~/shared/store/local';

const dark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'system';
let listening = false;

function paint(): void {
  const resolved = chosen === 'system' ? (dark().matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset['theme'] = resolved;
}

export function applyTheme(theme: Theme): void {
  chosen = theme;
  remember('theme', theme);
  if (!listening) {
    listening = true;
    dark().addEventListener('change', paint);
  }
  paint();
}

/** Before the host has answered: the look of the last run, so that nothing flashes. */
export function applyLastTheme(): void {
  const last = recall('theme', 'system', isString);
  applyTheme(last === 'dark' || last === 'light' ? last : 'system');
}
