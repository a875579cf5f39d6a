import { describe, expect, it, vi } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { McpDraft, placeOf } from './mcp.svelte';

const NIK = '{"mcpServers":{"nik":{"type":"http","url":"http://127.0.0.1:47321/mcp"}}}';
const TWO =
  '{"mcpServers":{"nik":{"url":"http://127.0.0.1:47321/mcp"},"notes":{"command":"npx","args":["-y","notes"]}}}';

async function open(whose: string | null = 'agent_3') {
  const agent = whose ?? undefined;
  const { app, platform } = await bootApp();
  const village = app.view?.id ?? '';
  await app.ask('agent_start', { village, agent: 'agent_3' });
  const draft = new McpDraft(app, village, agent);
  await settle();
  const rpc = vi.spyOn(platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  const asked = (name: string): unknown[] =>
    rpc.mock.calls.filter((call) => call[0] === name).map((call) => call[1]);
  const kept = (): string => platform.world.village(village).mcp.get(agent ?? '') ?? '';
  /** Saves, and answers what may start with those of these names. */
  const save = async (names: readonly string[]): Promise<boolean> => {
    const saving = draft.save();
    await settle();
    await settle();
    if (draft.question) await draft.answer(draft.question.servers.filter(({ name }) => names.includes(name)));
    return saving;
  };
  return { app, village, draft, asked, kept, save };
}
const states = (draft: McpDraft) => Object.fromEntries(draft.own.map(({ name, state }) => [name, state]));

describe('an mcp.json in the editor', () => {
  it('never replaces the good one with a broken one, and names the place', async () => {
    const { draft, kept, save } = await open();
    draft.text = NIK;
    await save([]);
    draft.text = '{\n  "mcpServers": {\n    "nik": { "type": "http" "url": "x" }\n  }\n}';
    expect(await save([])).toBe(false);
    expect(kept()).toBe(NIK);
    expect(draft.text).toContain('"http" "url"');
    expect(draft.dirty).toBe(true);
    expect(draft.problem?.code).toBe('mcp-json');
    expect(placeOf(draft.problem)).toEqual({ line: 3, column: 29 });
  });

  it('starts nothing before the person has seen its exact command or address', async () => {
    const { draft, asked, save } = await open();
    draft.text = TWO;
    const saving = draft.save();
    await settle();
    await settle();
    expect(draft.question?.servers.map(({ name, target }) => [name, target])).toEqual([
      ['nik', 'http://127.0.0.1:47321/mcp'],
      ['notes', 'npx -y notes'],
    ]);
    expect(asked('mcp_set')).toEqual([expect.objectContaining({ approve: false })]);
    await draft.answer([]);
    expect(await saving).toBe(true);
    expect(asked('mcp_set')).toHaveLength(1);
    expect(asked('server_approve')).toHaveLength(0);
    await settle();
    await vi.waitFor(() => expect(states(draft)).toEqual({ nik: 'needs_approval', notes: 'needs_approval' }));
    expect(await save([])).toBe(true);
  });

  it('agrees to the whole file at once where all of it was chosen', async () => {
    const { draft, asked, save } = await open();
    draft.text = TWO;
    await save(['nik', 'notes']);
    expect(asked('mcp_set')).toEqual([
      expect.objectContaining({ approve: false, text: TWO }),
      expect.objectContaining({ approve: true, text: TWO }),
    ]);
    await vi.waitFor(() => expect(states(draft)['nik']).toBe('ready'));
  });

  it('agrees to nothing but what was chosen', async () => {
    const { draft, asked, save } = await open();
    draft.text = TWO;
    await save(['nik']);
    expect(asked('mcp_set')).toHaveLength(1);
    expect(asked('server_approve')).toEqual([expect.objectContaining({ agent: 'agent_3', server: 'nik' })]);
    await vi.waitFor(() => expect(states(draft)).toEqual({ nik: 'ready', notes: 'needs_approval' }));
  });

  it('tests what is typed, saved or not', async () => {
    const { draft, asked } = await open();
    draft.insertNik();
    await draft.test('nik');
    expect(asked('mcp_test')).toEqual([expect.objectContaining({ server: 'nik', text: draft.text })]);
    expect(draft.trials['nik']).toMatchObject({ report: { protocol: '2025-06-18', schema_tokens: 412 } });
    draft.text = '{"mcpServers":{"x":{"url":"http://refused"}}}';
    await draft.test('x');
    expect(draft.trials['x']).toMatchObject({ problem: { args: { code: 'UNREACHABLE' } } });
    expect(asked('mcp_set')).toHaveLength(0);
  });

  it('does not put NIK into a text that does not parse', async () => {
    const { draft } = await open();
    draft.text = '{"mcpServers": {';
    draft.insertNik();
    expect(draft.text).toBe('{"mcpServers": {');
    expect(draft.nikRefused).toBe(true);
  });

  it('keeps a permission that was chosen for a tool', async () => {
    const { draft } = await open('agent_1');
    await draft.permit('nik__shutter', 'deny');
    expect(draft.agent?.servers[0]?.tools.find(({ name }) => name === 'nik__shutter')?.permission).toBe(
      'deny',
    );
  });
});

describe("the village's shared file", () => {
  it('shows its servers as they do in the agents, and theirs shows them as shared', async () => {
    const { app, village, draft, save } = await open(null);
    draft.text = NIK;
    await save(['nik']);
    await settle();
    expect(draft.own.map(({ name, shared, state }) => [name, shared, state])).toEqual([
      ['nik', true, 'ready'],
    ]);
    const agent = new McpDraft(app, village, 'agent_3');
    expect(agent.shared.map(({ name }) => name)).toEqual(['nik']);
    expect(agent.own).toEqual([]);
  });
});
