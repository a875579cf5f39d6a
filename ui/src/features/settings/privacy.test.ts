import { describe, expect, it } from 'vitest';
import { agentView, templateView, villageView } from '~/../tests/views';
import { nikServer } from '~/platform/memory/seed';
import { intervalChoices } from './intervals';
import { receivers } from './privacy';

describe('where data goes', () => {
  it('names each address once and tells what stays on this computer', () => {
    const nik = nikServer();
    const notes = { ...nik, name: 'notes', transport: 'stdio', target: 'npx -y notes' };
    const view = villageView({
      templates: [
        templateView(),
        templateView({ id: 't2', name: 'Claude', wire: 'anthropic', base_url: 'https://api.example.com/v1' }),
        templateView({ id: 't3', name: 'Here', wire: 'ollama', base_url: 'http://127.0.0.1:11434' }),
      ],
      agents: [agentView({ servers: [nik, notes] }), agentView({ id: 'agent_2', servers: [nik] })],
    });
    expect(receivers(view)).toEqual([
      { name: 'Claude', kind: 'model', where: 'api.example.com', local: false },
      { name: 'Here', kind: 'model', where: '127.0.0.1:11434', local: true },
      { name: 'nik', kind: 'server', where: '127.0.0.1:47321', local: true },
      { name: 'notes', kind: 'command', where: 'npx -y notes', local: true },
    ]);
  });

  it('does not call an address local that only begins like one, or is not known yet', () => {
    const at = (base_url: string) =>
      receivers(
        villageView({ templates: [templateView({ wire: 'openai-compat', base_url })], agents: [] }),
      )[0]?.local;
    expect(at('http://127.0.0.1.example.com')).toBe(false);
    expect(at('http://localhost.example.com')).toBe(false);
    expect(at('${ADDRESS}')).toBeNull();
    expect(at('http://[::1]:8080')).toBe(true);
  });
});

describe('intervals', () => {
  it('hold one that was set elsewhere', () => {
    expect(intervalChoices(1000)).toHaveLength(8);
    expect(intervalChoices(3000)).toEqual([0, 500, 1000, 2000, 3000, 5000, 10_000, 30_000, 60_000]);
  });
});
