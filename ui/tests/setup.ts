import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach } from 'vitest';

// jsdom lays nothing out and has none of these.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof matchMedia;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.animate ??= (() => ({
  cancel: () => undefined,
  finished: Promise.resolve(),
})) as unknown as Element['animate'];
Element.prototype.hasPointerCapture ??= () => false;

beforeEach(() => localStorage.clear());
afterEach(() => cleanup());
