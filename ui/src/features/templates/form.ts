/** The form of a model template: text as it is typed, and what is wrong with it. Pure. */
import type { EffortLevel, Preset, TemplateSave, TemplateView, Vision } from '~/contract/types.gen';
import { typedNumber, type Range } from '~/shared/ui/number';

export const PRACTICE = 'practice';

export interface Form {
  name: string;
  wire: string;
  base_url: string;
  model: string;
  needs_key: boolean;
  vision: Vision;
  effort: EffortLevel | 'default';
  temperature: string;
  max_output_tokens: string;
  context_window: string;
  tools: boolean;
}

export type FormField =
  'name' | 'base_url' | 'model' | 'temperature' | 'max_output_tokens' | 'context_window';

const TEMPERATURE: Range = { min: 0, max: 2, decimal: true };
const TOKENS: Range = { min: 1, max: 100_000_000 };

const typed = (value: number | null): string => (value === null ? '' : String(value));

export function formOf(template: TemplateView): Form {
  const { name, wire, base_url, model, needs_key, vision, effort, tools } = template;
  return {
    name,
    wire,
    base_url,
    model,
    needs_key,
    vision,
    effort: effort ?? 'default',
    // A stored single-precision number comes back with digits that nobody typed.
    temperature: typed(template.temperature === null ? null : Number(template.temperature.toFixed(3))),
    max_output_tokens: typed(template.max_output_tokens),
    context_window: typed(template.context_window),
    tools,
  };
}

export const emptyForm = (): Form => ({
  name: '',
  wire: 'anthropic',
  base_url: '',
  model: '',
  needs_key: true,
  vision: 'auto',
  effort: 'default',
  temperature: '',
  max_output_tokens: '',
  context_window: '',
  tools: true,
});

export const sameForm = (a: Form, b: Form): boolean =>
  (Object.keys(a) as (keyof Form)[]).every((field) => a[field] === b[field]);

/** Fills in a provider. A name that a person gave stays. */
export function withPreset(form: Form, preset: Preset, presets: readonly Preset[]): Form {
  const given = form.name.trim() !== '' && !presets.some(({ name }) => name === form.name);
  const { wire, base_url, needs_key, model } = preset;
  return { ...form, name: given ? form.name : preset.name, wire, base_url, needs_key, model };
}

export const presetOf = (form: Form, presets: readonly Preset[]): Preset | undefined =>
  presets.find(({ wire, base_url }) => wire === form.wire && base_url === form.base_url.trim());

/** Scheme, host and port: what a key is bound to. Null where it is no address to use. */
export function originOf(url: string): string | null {
  try {
    const { protocol, origin, username, password, hostname } = new URL(url.trim());
    if (!['http:', 'https:'].includes(protocol) || username || password || !hostname) return null;
    return origin;
  } catch {
    return null;
  }
}

export const isLocal = (origin: string): boolean => {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
};

/** The key would travel in the open. */
export function isExposed(form: Form): boolean {
  const origin = originOf(form.base_url);
  return form.needs_key && origin !== null && origin.startsWith('http:') && !isLocal(origin);
}

/** Keys of the locales, by field. */
export function problemsOf(form: Form): Partial<Record<FormField, string>> {
  const found: Partial<Record<FormField, string>> = {};
  if (form.name.trim() === '') found.name = 'error-template-name';
  if (form.wire !== PRACTICE) {
    if (originOf(form.base_url) === null) found.base_url = 'error-template-url';
    if (form.model.trim() === '') found.model = 'error-template-model';
  }
  if (typedNumber(form.temperature, TEMPERATURE) === undefined) found.temperature = 'model-temperature-wrong';
  for (const field of ['max_output_tokens', 'context_window'] as const)
    if (typedNumber(form[field], TOKENS) === undefined) found[field] = 'model-tokens-wrong';
  return found;
}

export function saveOf(village: string, id: string | null, form: Form): TemplateSave {
  return {
    village,
    ...(id !== null && { id }),
    name: form.name.trim(),
    wire: form.wire,
    base_url: form.base_url.trim(),
    model: form.model.trim(),
    needs_key: form.needs_key && form.wire !== PRACTICE,
    vision: form.vision,
    effort: form.effort === 'default' ? null : form.effort,
    temperature: typedNumber(form.temperature, TEMPERATURE) ?? null,
    max_output_tokens: typedNumber(form.max_output_tokens, TOKENS) ?? null,
    context_window: typedNumber(form.context_window, TOKENS) ?? null,
    tools: form.tools,
  };
}
