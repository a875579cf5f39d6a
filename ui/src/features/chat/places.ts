/** Where the person left each thread while the window is open; null follows the end. */
const places = new Map<string, number>();

export const recallPlace = (thread: string): number | null => places.get(thread) ?? null;

export function rememberPlace(thread: string, offset: number | null): void {
  if (offset === null) places.delete(thread);
  else places.set(thread, offset);
}
