/** Shortcuts as data: `mod+shift+n`, where `mod` is Command on Apple machines and Control elsewhere. */
const apple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const APPLE: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵' };
const OTHER: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter' };
const NAMES: Record<string, string> = { up: '↑', down: '↓', escape: 'Esc', delete: 'Del' };

/** The caps to draw, one a key. */
export function keyCaps(keys: string): string[] {
  const names = { ...NAMES, ...(apple() ? APPLE : OTHER) };
  return keys.split('+').map((key) => names[key] ?? key.toUpperCase());
}

const KEYS: Record<string, string> = { up: 'arrowup', down: 'arrowdown' };

/** Whether an event is exactly this shortcut. */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = apple() ? event.metaKey : event.ctrlKey;
  const otherMod = apple() ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === (KEYS[key] ?? key) &&
    mod === parts.includes('mod') &&
    !otherMod &&
    event.shiftKey === parts.includes('shift') &&
    event.altKey === parts.includes('alt')
  );
}
