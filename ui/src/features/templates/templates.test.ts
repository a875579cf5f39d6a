import { describe, expect, it, vi } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { Templates } from './templates.svelte';

const KEY = 'sk-test-0123456789';

async function open() {
  const { app, platform } = await bootApp();
  const village = app.view?.id ?? '';
  const templates = new Templates(app, village, null);
  await settle();
  const rpc = vi.spyOn(platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  // How full the windows are is asked for whenever the village changes.
  const names = (): unknown[] => rpc.mock.calls.map((call) => call[0]).filter((name) => name !== 'contexts');
  return { app, templates, names, rpc };
}
const fill = (templates: Templates, name = 'Anthropic'): void => {
  const preset = templates.presets.presets.find((one) => one.name === name);
  if (preset) templates.use(preset);
};

describe('a template', () => {
  it('is saved first, then its key, which is then forgotten here', async () => {
    const { app, templates, names } = await open();
    fill(templates);
    templates.key = ` ${KEY} `;
    expect(templates.dirty).toBe(true);
    expect(await templates.save()).toBe(true);
    expect(names()).toEqual(['template_save', 'key_set', 'template_ask']);
    expect(templates.key).toBe('');
    expect(templates.dirty).toBe(false);
    expect(templates.hasKey).toBe(true);
    await settle();
    expect(JSON.stringify(app.data)).not.toContain(KEY);
  });

  it('keeps a refused key in its field, with the reason, and the template', async () => {
    const { app, templates } = await open();
    fill(templates);
    templates.key = 'ｆｕｌｌ　ｗｉｄｔｈ';
    expect(await templates.save()).toBe(false);
    expect(templates.keyFailure?.code).toBe('key-characters');
    expect(templates.key).not.toBe('');
    expect(app.view?.templates).toHaveLength(2);
    // Not once more as a new one.
    templates.key = KEY;
    expect(await templates.save()).toBe(true);
    expect(app.view?.templates).toHaveLength(2);
  });

  it('is not sent while a field is wrong', async () => {
    const { templates, names } = await open();
    fill(templates);
    templates.form.temperature = 'warm';
    expect(await templates.save()).toBe(false);
    expect(names()).toEqual([]);
    expect(templates.problems).toEqual({ temperature: 'model-temperature-wrong' });
  });

  it('does not count a key for another address', async () => {
    const { templates } = await open();
    fill(templates);
    templates.key = KEY;
    await templates.save();
    templates.form.base_url = 'https://elsewhere.example';
    expect(templates.hasKey).toBe(false);
    expect(templates.keyMoved).toBe(true);
  });

  it('asks an address for its models with the key that was just typed, before anything is saved', async () => {
    const { templates, rpc, names } = await open();
    fill(templates);
    templates.key = KEY;
    await templates.listModels();
    expect(names()).toEqual(['models']);
    expect(rpc.mock.calls[0]?.[1]).toMatchObject({ wire: 'anthropic', key: KEY });
    expect(templates.models).toHaveLength(3);
    expect(templates.modelsOpen).toBe(true);
    templates.form.base_url = 'http://refused';
    await templates.listModels();
    expect(templates.modelsFailure?.args['code']).toBe('UNREACHABLE');
    expect(templates.models).toEqual([]);
  });

  it('is saved before its eyes are tested, so that what is tested is what answers', async () => {
    const { templates, names } = await open();
    fill(templates, 'Ollama');
    await templates.testVision();
    expect(names()).toEqual(['template_save', 'template_ask', 'vision_test']);
    expect(templates.report?.verdict).toBe('sees');
    templates.form.base_url = 'nowhere';
    await templates.testVision();
    expect(names()).toHaveLength(3);
  });

  it('asks the server about the saved model once, and again when the person wants it', async () => {
    const { templates, names } = await open();
    fill(templates, 'Ollama');
    templates.form.model = 'blind-small';
    expect(templates.canAsk).toBe(false);
    await templates.save();
    await vi.waitFor(() => expect(templates.template?.told?.vision).toBe(false));
    expect(templates.canAsk).toBe(true);
    await templates.save();
    expect(names().filter((name) => name === 'template_ask')).toHaveLength(1);
    await templates.askServer();
    expect(names().filter((name) => name === 'template_ask')).toHaveLength(2);
    // Another model is another question.
    templates.form.model = 'qwen3-vl';
    expect(templates.canAsk).toBe(false);
    await templates.save();
    await vi.waitFor(() => expect(templates.template?.told?.vision).toBe(true));
  });

  it('says nothing about a server that does not answer a question nobody asked', async () => {
    const { templates } = await open();
    fill(templates, 'Ollama');
    templates.form.base_url = 'http://refused';
    await templates.save();
    await vi.waitFor(() => expect(templates.asking).toBe(false));
    expect(templates.askFailure).toBeNull();
    await templates.askServer();
    expect(templates.askFailure?.args['code']).toBe('UNREACHABLE');
    expect(templates.template?.told).toBeNull();
  });

  it('is not asked about while its key is missing', async () => {
    const { templates, names } = await open();
    fill(templates);
    await templates.save();
    expect(templates.canAsk).toBe(false);
    expect(names()).toEqual(['template_save']);
  });

  it('names the agents that would be left without a model, and leaves them so', async () => {
    const { app, templates } = await open();
    templates.select('template_1');
    expect(templates.users).toHaveLength(3);
    await templates.remove();
    expect(app.view?.templates).toEqual([]);
    expect(app.view?.agents.map((agent) => agent.template)).toEqual(['', '', '']);
    expect(templates.selected).toBeNull();
  });
});
