/** Short messages over the window: an action that can be undone, or a failure with no better place. */
import type { Failure } from '~/contract/types.gen';

export interface Toast {
  id: number;
  /** A key of the locales with its values, worded when shown so that it follows the language. */
  key?: string;
  args?: Record<string, string | number>;
  failure?: Failure;
  action?: { key: string; run: () => void };
  ms: number;
}

const CALM_MS = 6_000;
const FAILURE_MS = 12_000;

export class Toasts {
  items = $state.raw<readonly Toast[]>([]);
  #next = 1;

  say(key: string, args: Record<string, string | number> = {}, action?: Toast['action']): void {
    this.#show({ key, args, ms: CALM_MS, ...(action && { action }) });
  }

  fail(failure: Failure, action?: Toast['action']): void {
    this.#show({ failure, ms: FAILURE_MS, ...(action && { action }) });
  }

  dismiss(id: number): void {
    this.items = this.items.filter((toast) => toast.id !== id);
  }

  #show(toast: Omit<Toast, 'id'>): void {
    this.items = [...this.items.slice(-3), { ...toast, id: this.#next++ }];
  }
}
