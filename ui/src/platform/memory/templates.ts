import { refuse, type Handlers, type World } from './world';

type Templates = Pick<
  Handlers,
  | 'key_clear'
  | 'key_set'
  | 'local_models'
  | 'models'
  | 'presets'
  | 'template_ask'
  | 'template_delete'
  | 'template_save'
  | 'vision_test'
>;

const CARRIES: Record<string, string[]> = {
  anthropic: ['image', 'pdf'],
  gemini: ['image', 'audio', 'video', 'pdf'],
  'openai-responses': ['image', 'pdf'],
};

export function templateHandlers(world: World): Templates {
  const changed = (village: string): void =>
    world.emit({ event: 'village', village: world.village(village).view });
  const hasKey = (village: string, template: string, has: boolean): void => {
    const { view } = world.village(village);
    view.templates = view.templates.map((one) => (one.id === template ? { ...one, has_key: has } : one));
    changed(village);
  };
  return {
    template_save({ village, id, ...form }) {
      const { view } = world.village(village);
      const old = view.templates.find((template) => template.id === id);
      const saved = {
        ...form,
        id: old?.id ?? world.id('template'),
        has_key: old?.has_key ?? false,
        vision_test: old?.vision_test ?? null,
        told: old?.model === form.model && old.base_url === form.base_url ? old.told : null,
        carries: CARRIES[form.wire] ?? ['image'],
      };
      view.templates = old
        ? view.templates.map((one) => (one.id === old.id ? saved : one))
        : [...view.templates, saved];
      changed(village);
      return saved;
    },
    template_delete({ village, template }) {
      const { view } = world.village(village);
      view.templates = view.templates.filter((one) => one.id !== template);
      view.agents = view.agents.map((agent) =>
        agent.template === template ? { ...agent, template: '' } : agent,
      );
      changed(village);
      return {};
    },
    key_set({ village, template, key }) {
      if (key.trim() === '') refuse('key-empty');
      if (!/^[\x21-\x7e]+$/.test(key.trim())) refuse('key-characters');
      hasKey(village, template, true);
      return { place: 'os_store' };
    },
    key_clear({ village, template }) {
      hasKey(village, template, false);
      return {};
    },
    presets: () => ({
      presets: [
        {
          name: 'Anthropic',
          wire: 'anthropic',
          base_url: 'https://api.anthropic.com',
          needs_key: true,
          model: 'claude-sonnet-4-5',
        },
        {
          name: 'OpenAI',
          wire: 'openai-responses',
          base_url: 'https://api.openai.com/v1',
          needs_key: true,
          model: 'gpt-5',
        },
        {
          name: 'Google Gemini',
          wire: 'gemini',
          base_url: 'https://generativelanguage.googleapis.com',
          needs_key: true,
          model: 'gemini-2.5-flash',
        },
        {
          name: 'Ollama',
          wire: 'ollama',
          base_url: 'http://127.0.0.1:11434',
          needs_key: false,
          model: 'qwen3-vl',
        },
      ],
      wires: [
        'anthropic',
        'openai-compat',
        'openai-responses',
        'gemini',
        'xai-responses',
        'meta-responses',
        'perplexity-responses',
        'ollama',
        'practice',
      ],
    }),
    async local_models() {
      await world.wait(700);
      return { servers: world.local };
    },
    async models({ wire, base_url }) {
      await world.wait(500);
      if (base_url.includes('refused'))
        refuse('llm', { code: 'UNREACHABLE', status: '-' }, 'connection refused');
      return { models: [`${wire}-large`, `${wire}-small`, `${wire}-vision`] };
    },
    async template_ask({ village, template }) {
      await world.wait(300);
      const { view } = world.village(village);
      const asked = view.templates.find((one) => one.id === template);
      if (!asked) return refuse('template-unknown', { template });
      if (asked.base_url.includes('refused'))
        refuse('llm', { code: 'UNREACHABLE', status: '-' }, 'connection refused');
      // Like the real ones: one declares everything, one its window alone.
      const told = {
        vision: asked.wire === 'gemini' ? null : !asked.model.includes('small'),
        tools: asked.wire === 'gemini' ? null : true,
        window: 200_000,
        max_output: null,
        at_ms: Date.now(),
      };
      const saved = { ...asked, told };
      view.templates = view.templates.map((one) => (one.id === template ? saved : one));
      changed(village);
      return saved;
    },
    async vision_test({ village, template }) {
      await world.wait(1200);
      const { view } = world.village(village);
      view.templates = view.templates.map((one) =>
        one.id === template ? { ...one, vision_test: 'sees' } : one,
      );
      changed(village);
      return { verdict: 'sees', answer: 'The left half is red and the right half is blue.' };
    },
  };
}
