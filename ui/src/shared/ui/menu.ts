import type { Icon } from './icon';

export interface MenuAction {
  id: string;
  label: string;
  icon?: Icon;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Draws a mark: the current one of several. */
  checked?: boolean;
  /** A second, quieter text. */
  hint?: string;
  run: () => void;
}

/** One line of a menu. */
export type MenuItem = MenuAction | { separator: string } | { heading: string };
