/** Widths of the panes, remembered on this machine. */
import { isNumber, recall, remember } from '~/shared/store/local';

export const LEFT = { min: 180, max: 420, initial: 248 };
export const RIGHT = { min: 340, max: 900, initial: 480 };

export class Layout {
  left = $state(recall('layout.left', LEFT.initial, isNumber));
  right = $state(recall('layout.right', RIGHT.initial, isNumber));

  setLeft(width: number): void {
    this.left = width;
    remember('layout.left', width);
  }

  setRight(width: number): void {
    this.right = width;
    remember('layout.right', width);
  }
}
