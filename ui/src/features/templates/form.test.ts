import { describe, expect, it } from 'vitest';
import { templateView } from '~/../tests/views';
import { emptyForm, formOf, isExposed, originOf, problemsOf, sameForm, saveOf, withPreset } from './form';

const [anthropic, ollama] = [
  { name: 'Anthropic', wire: 'anthropic', base_url: 'https://api.anthropic.com', needs_key: true, model: '' },
  { name: 'Ollama', wire: 'ollama', base_url: 'http://127.0.0.1:11434', needs_key: false, model: 'qwen3-vl' },
] as const;
const presets = [anthropic, ollama];
const good = { ...emptyForm(), name: 'A', base_url: 'https://a.example', model: 'm' };

describe('the form of a template', () => {
  it('comes back as it went out', () => {
    const view = templateView({
      id: 'template_2',
      wire: 'gemini',
      base_url: 'https://g.example',
      needs_key: true,
      effort: 'high',
      temperature: 0.699999988079071,
      max_output_tokens: 8192,
      context_window: null,
      tools: false,
    });
    const form = formOf(view);
    expect(form.temperature).toBe('0.7');
    expect(saveOf('v', 'template_2', form)).toEqual({
      village: 'v',
      id: 'template_2',
      name: 'Practice',
      wire: 'gemini',
      base_url: 'https://g.example',
      model: 'practice',
      needs_key: true,
      vision: 'yes',
      effort: 'high',
      temperature: 0.7,
      max_output_tokens: 8192,
      context_window: null,
      tools: false,
    });
    expect('id' in saveOf('v', null, form)).toBe(false);
    expect(sameForm(form, { ...form })).toBe(true);
    expect(sameForm(form, { ...form, tools: true })).toBe(false);
  });

  it('takes a provider, and keeps a name that a person gave', () => {
    const filled = withPreset(emptyForm(), ollama, presets);
    expect(filled).toMatchObject({ name: 'Ollama', wire: 'ollama', needs_key: false, model: 'qwen3-vl' });
    expect(withPreset(filled, anthropic, presets).name).toBe('Anthropic');
    expect(withPreset({ ...filled, name: 'Mine' }, anthropic, presets).name).toBe('Mine');
  });

  it('names what is wrong beside its field', () => {
    expect(problemsOf(good)).toEqual({});
    expect(problemsOf(emptyForm())).toEqual({
      name: 'error-template-name',
      base_url: 'error-template-url',
      model: 'error-template-model',
    });
    expect(problemsOf({ ...good, temperature: '3', max_output_tokens: 'many', context_window: '0' })).toEqual(
      {
        temperature: 'model-temperature-wrong',
        max_output_tokens: 'model-tokens-wrong',
        context_window: 'model-tokens-wrong',
      },
    );
    expect(problemsOf({ ...emptyForm(), name: 'P', wire: 'practice' })).toEqual({});
  });
});

describe('an address', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com'],
    [' http://127.0.0.1:1234/v1 ', 'http://127.0.0.1:1234'],
    ['https://user:secret@example.com', null],
    ['ftp://example.com', null],
    ['example.com', null],
    ['', null],
  ])('%j is bound to %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  it('that is plain and not on this computer would show the key', () => {
    expect(isExposed({ ...good, base_url: 'http://a.example' })).toBe(true);
    expect(isExposed({ ...good, base_url: 'http://a.example', needs_key: false })).toBe(false);
    expect(isExposed({ ...good, base_url: 'http://localhost:8080' })).toBe(false);
    expect(isExposed({ ...good, base_url: 'https://a.example' })).toBe(false);
  });
});
