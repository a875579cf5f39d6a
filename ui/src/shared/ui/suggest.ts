/** Suggestions that fit what was typed, those that begin with it first. Pure. */
export function fitting(suggestions: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...suggestions];
  const begins = suggestions.filter((one) => one.toLowerCase().startsWith(wanted));
  const contains = suggestions.filter(
    (one) => one.toLowerCase().includes(wanted) && !one.toLowerCase().startsWith(wanted),
  );
  return [...begins, ...contains];
}
