/** The time, for words such as "for 12 s". It ticks only while something on screen reads it. */
import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 1000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970. Whoever reads it in a component is drawn anew each second. */
export function now(): number {
  subscribe();
  return Date.now();
}
