/** A piece of text around a hit, cut where the words were found. Pure. */
export interface Cut {
  text: string;
  hit: boolean;
}

/** Marks the words of a query, whatever the case; longer words first, so that one inside another loses. */
export function cuts(text: string, query: string): Cut[] {
  const words = [...new Set(query.normalize('NFKC').trim().split(/\s+/).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  );
  if (words.length === 0) return [{ text, hit: false }];
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((piece, at) => ({ text: piece, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
