/** A server's form while the person fills it in. The host alone decides whether an answer fits. Pure. */
import type { QuestionField } from '~/contract/types.gen';

export type Entered = string | boolean | readonly string[];
export type Sheet = Readonly<Record<string, Entered>>;

function start({ takes, default: given }: QuestionField): Entered {
  switch (takes.kind) {
    case 'flag':
      return given === true;
    case 'many':
      return Array.isArray(given) ? given.map(String) : [];
    case 'number':
      return typeof given === 'number' ? String(given) : '';
    case 'text':
    case 'choice':
      return typeof given === 'string' ? given : '';
  }
}

/** What the form begins with: the server's defaults, to be changed. */
export const sheetOf = (fields: readonly QuestionField[]): Sheet =>
  Object.fromEntries(fields.map((field) => [field.key, start(field)]));

function valueOf(field: QuestionField, entered: Entered | undefined): unknown {
  if (typeof entered === 'boolean') return entered;
  if (typeof entered === 'string') {
    if (field.takes.kind !== 'number') return entered === '' ? undefined : entered;
    const text = entered.trim();
    if (text === '') return undefined;
    // What is no number goes as it is, so that the host can say so.
    return Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (!entered || (entered.length === 0 && !field.required)) return undefined;
  return entered;
}

/** The values of an answer. What was left empty is left out. */
export function valuesOf(fields: readonly QuestionField[], sheet: Sheet): Record<string, unknown> {
  const values: [string, unknown][] = fields.map((field) => [field.key, valueOf(field, sheet[field.key])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** An address cut at its host, so that the host can stand out. */
export function addressParts(url: string, host: string): { before: string; host: string; after: string } {
  const scheme = url.indexOf('://');
  // A name before an @ is no host, however it looks.
  const from = scheme < 0 ? 0 : scheme + 3;
  const end = url.slice(from).search(/[/?#]/);
  const authority = end < 0 ? url.slice(from) : url.slice(from, from + end);
  const at = from + authority.lastIndexOf('@') + 1;
  if (!url.startsWith(host, at)) return { before: url, host: '', after: '' };
  return { before: url.slice(0, at), host, after: url.slice(at + host.length) };
}

type Bounds = { min: number | null; max: number | null };

/** Words for what a field takes, as a key of the locales with its values. */
export function boundsOf({ takes }: QuestionField): { key: string; args: Record<string, string> } | null {
  if (takes.kind !== 'number' && takes.kind !== 'many') return null;
  const { min, max }: Bounds = takes;
  if (min !== null && max !== null)
    return { key: 'question-min-max', args: { min: String(min), max: String(max) } };
  if (min !== null) return { key: 'question-min', args: { min: String(min) } };
  return max === null ? null : { key: 'question-max', args: { max: String(max) } };
}
