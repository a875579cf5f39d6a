/** Finding a command by a few letters. Pure. */
export interface Command {
  id: string;
  label: string;
  /** The kind of thing, shown beside it. */
  group: string;
  keys?: string;
  run: () => void;
}

/**
 * How well a query fits a label; null where it does not. Letters must come in order; a whole word, a start of
 * a word and neighbours count more than letters strewn about.
 */
export function score(label: string, query: string): number | null {
  const text = label.toLowerCase();
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  if (wanted === '') return 0;
  const whole = text.indexOf(query.toLowerCase().trim());
  if (whole >= 0) return 1000 - whole;
  let sum = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    const startsWord = next === 0 || /[\s\-_/.:]/.test(text[next - 1] ?? '');
    sum += next === at + 1 ? 8 : startsWord ? 6 : 1;
    at = next;
  }
  return sum;
}

/** The commands that fit, best first; those that fit alike stay in their order. */
export function find(commands: readonly Command[], query: string): Command[] {
  return commands
    .map((command, order) => ({ command, order, fit: score(command.label, query) }))
    .filter((found): found is typeof found & { fit: number } => found.fit !== null)
    .sort((a, b) => b.fit - a.fit || a.order - b.order)
    .map(({ command }) => command);
}
