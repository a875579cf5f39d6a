/** The shortcuts of the main window, once: the key handler, the dialog and the menus read this list. */
export interface Shortcut {
  id: string;
  keys: string;
  /** Key of the locales. */
  label: string;
  group: 'shortcut-group-window' | 'shortcut-group-agents' | 'shortcut-group-chat';
}

const window = 'shortcut-group-window';
const agents = 'shortcut-group-agents';
const chat = 'shortcut-group-chat';

export const SHORTCUTS = [
  { id: 'palette', keys: 'mod+k', label: 'shortcut-palette', group: window },
  { id: 'settings', keys: 'mod+,', label: 'shortcut-settings', group: window },
  { id: 'tab-camera', keys: 'mod+1', label: 'shortcut-tab-camera', group: window },
  { id: 'tab-output', keys: 'mod+2', label: 'shortcut-tab-output', group: window },
  { id: 'tab-work', keys: 'mod+3', label: 'shortcut-tab-work', group: window },
  { id: 'tab-board', keys: 'mod+4', label: 'shortcut-tab-board', group: window },
  { id: 'shortcuts', keys: 'mod+/', label: 'shortcut-shortcuts', group: window },
  { id: 'agent-previous', keys: 'alt+up', label: 'shortcut-agent-previous', group: agents },
  { id: 'agent-next', keys: 'alt+down', label: 'shortcut-agent-next', group: agents },
  { id: 'agent-new', keys: 'mod+shift+a', label: 'shortcut-agent-new', group: agents },
  { id: 'composer', keys: 'mod+l', label: 'shortcut-composer', group: chat },
  { id: 'session-new', keys: 'mod+n', label: 'shortcut-session-new', group: chat },
  { id: 'thread-all', keys: 'mod+shift+l', label: 'shortcut-thread-all', group: chat },
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

/** Keys that a part of the window handles itself; listed for the person. */
export const LOCAL_SHORTCUTS: readonly Shortcut[] = [
  { id: 'send', keys: 'enter', label: 'shortcut-send', group: chat },
  { id: 'newline', keys: 'shift+enter', label: 'shortcut-newline', group: chat },
  { id: 'stop', keys: 'escape', label: 'shortcut-stop', group: chat },
  { id: 'rename', keys: 'f2', label: 'shortcut-rename', group: agents },
  { id: 'delete', keys: 'delete', label: 'shortcut-delete', group: agents },
];

export const keysOf = (id: ShortcutId): string =>
  SHORTCUTS.find((shortcut) => shortcut.id === id)?.keys ?? '';
