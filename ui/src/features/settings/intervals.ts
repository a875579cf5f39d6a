/** Intervals of the camera panel to choose from, in milliseconds; one that was set elsewhere is among them. */
const INTERVALS = [0, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

export const intervalChoices = (now: number): number[] =>
  [...new Set([...INTERVALS, now])].sort((a, b) => a - b);
