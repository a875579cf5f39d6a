import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/svelte';
import { afterEach, beforeEach } from 'vitest';

// jsdom lays nothing out. Lists need sizes to show rows: a scroller is 800 high, everything else 40.
class FixedSizes {
  #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    const scrolls = target instanceof HTMLElement && target.style.overflowY === 'auto';
    const contentRect = { width: 400, height: scrolls ? 800 : 40 };
    queueMicrotask(() => this.#report([{ target, contentRect } as ResizeObserverEntry], this));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = FixedSizes as unknown as typeof ResizeObserver;
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof matchMedia;
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.animate ??= (() => ({
  cancel: () => undefined,
  finished: Promise.resolve(),
})) as unknown as Element['animate'];
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.hasPointerCapture ??= () => false;

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => localStorage.clear());
afterEach(() => cleanup());
