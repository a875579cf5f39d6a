/** Numbers that a person types. Pure. */
export interface Range {
  min: number;
  max: number;
  /** Decimals are allowed. */
  decimal?: boolean;
}

/** The number, null for an empty field, or `undefined` for what is no number in the range. */
export function typedNumber(text: string, range: Range): number | null | undefined {
  // Full-width digits come from an input method that was left on.
  const clean = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[,_\s]/g, '');
  if (clean === '') return null;
  if (!(range.decimal ? /^\d+(\.\d+)?$|^\.\d+$/ : /^\d+$/).test(clean)) return undefined;
  const value = Number(clean);
  return value >= range.min && value <= range.max ? value : undefined;
}
