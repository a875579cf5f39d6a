import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import SessionsDialog from '~/features/sessions/SessionsDialog.svelte';
import TemplatesDialog from '~/features/templates/TemplatesDialog.svelte';
import { setLanguage } from '~/shared/i18n/i18n.svelte';
import AgentDialog from './AgentDialog.svelte';
import SettingsDialog from './SettingsDialog.svelte';

afterEach(() => setLanguage('en'));

async function open(component: unknown, route: object, host = {}) {
  const on = await bootApp(host);
  const onclose = vi.fn();
  await renderWith(component, { on, props: { route, onclose } });
  await settle();
  const rpc = vi.spyOn(on.platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  const asked = (name: string): unknown[] =>
    rpc.mock.calls.filter((call) => call[0] === name).map((call) => call[1]);
  return { ...on, onclose, asked };
}
const field = (id: string): HTMLInputElement => screen.getByTestId<HTMLInputElement>(id);
const type = (id: string, value: string) => fireEvent.input(field(id), { target: { value } });
const enter = (id: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(field(id), { key: 'Enter', keyCode: 13, ...init });
/** Chooses in a list as the keyboard does. */
async function choose(id: string, label: string): Promise<void> {
  const list = field(id);
  list.focus();
  await fireEvent.keyDown(list, { key: 'ArrowDown' });
  const option = await screen.findByRole('option', { name: label });
  await fireEvent.pointerUp(option, { pointerType: 'mouse', button: 0 });
  await settle();
}
const press = (id: string) => fireEvent.click(screen.getByTestId(id));

describe('the settings of an agent', () => {
  const agent = { kind: 'agent', agent: 'agent_1' };

  it('write a name on Enter or on leaving, and never on the Enter of an input method', async () => {
    const { asked, app } = await open(AgentDialog, agent);
    await type('agent-name', 'ミオリ');
    await fireEvent.compositionStart(field('agent-name'));
    await fireEvent.compositionEnd(field('agent-name'), { data: 'ミオリ' });
    await enter('agent-name', { keyCode: 229 });
    expect(asked('agent_set')).toEqual([]);
    await enter('agent-name');
    await settle();
    expect(app.view?.agents[0]?.name).toBe('ミオリ');
    await type('agent-name', '  ');
    await fireEvent.blur(field('agent-name'));
    expect(screen.getByText('Give a name.')).toBeInTheDocument();
    expect(asked('agent_set')).toHaveLength(1);
  });

  it('take rounds from 1 to 100 only', async () => {
    const { asked, app } = await open(AgentDialog, agent);
    await type('agent-rounds', '101');
    await enter('agent-rounds');
    expect(screen.getByText('The number of rounds goes from 1 to 100.')).toBeInTheDocument();
    expect(asked('agent_set')).toEqual([]);
    await type('agent-rounds', '３０');
    await enter('agent-rounds');
    await settle();
    expect(app.view?.agents[0]?.max_rounds).toBe(30);
  });

  it('tie by check boxes, one way each', async () => {
    const { app } = await open(AgentDialog, agent);
    expect(field('tie-to-agent_2').checked).toBe(true);
    await press('tie-from-agent_3');
    await press('tie-to-agent_2');
    await settle();
    expect(app.view?.ties).toEqual([{ from: 'agent_3', to: 'agent_1' }]);
  });

  it('keep what was typed into a field that still has the cursor when the dialog closes', async () => {
    const { onclose, app } = await open(AgentDialog, agent);
    await type('agent-name', 'Nori');
    await press('dialog-close');
    await settle();
    expect(onclose).toHaveBeenCalledOnce();
    expect(app.view?.agents[0]?.name).toBe('Nori');
  });

  it('ask before a text is lost, and save it with what may start', async () => {
    const { onclose, asked } = await open(AgentDialog, { ...agent, agent: 'agent_3', page: 'servers' });
    await press('mcp-nik');
    await press('dialog-close');
    expect(onclose).not.toHaveBeenCalled();
    await press('unsaved-stay');
    await waitFor(() => expect(screen.queryByTestId('unsaved')).toBeNull());
    await press('dialog-close');
    await press('unsaved-save');
    const question = await screen.findByTestId('mcp-approve-dialog');
    expect(question).toHaveTextContent('http://127.0.0.1:47321/mcp');
    expect(onclose).not.toHaveBeenCalled();
    await press('mcp-approve');
    await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
    expect(asked('mcp_set').at(-1)).toMatchObject({ approve: true, agent: 'agent_3' });
  });

  it('show a refused file as a sentence beside the editor', async () => {
    const { platform, app } = await open(AgentDialog, { ...agent, page: 'servers' });
    const rpc = platform.rpc.bind(platform);
    platform.rpc = (name, request) =>
      rpc(
        name,
        name === 'mcp_set' ? ({ ...request, text: '{\n "mcpServers": 3' } as typeof request) : request,
      );
    await press('mcp-nik');
    await press('mcp-save');
    expect(await screen.findByTestId('mcp-error')).toHaveTextContent(/line 2, column \d+: this is not JSON/);
    expect(platform.world.village(app.view?.id ?? '').mcp.get('agent_1')).toContain(
      'FUSEFORKS_PRACTICE_CAMERA',
    );
  });

  it('mark what a server claims as a claim, and remember a permission', async () => {
    const { app } = await open(AgentDialog, { ...agent, page: 'permissions' });
    expect(screen.getByTestId('tool-nik__live_view_image')).toHaveTextContent('Only reads');
    expect(screen.getByTestId('permissions')).toHaveTextContent('what the server says of itself');
    await press('permission-nik__live_view_image-deny');
    await settle();
    expect(app.view?.agents[0]?.servers[0]?.tools[0]?.permission).toBe('deny');
  });
});

describe('the templates', () => {
  it('close after a single one was saved, and make the first agent with it', async () => {
    const on = await bootApp({ firstRun: true });
    await on.app.newVillage({ name: 'Mine', language: 'en', practice: false });
    const onclose = vi.fn();
    await renderWith(TemplatesDialog, { on, props: { route: { kind: 'template' }, onclose } });
    await settle();
    const preset = screen
      .getAllByTestId('template-preset')
      .find((one) => one.dataset['preset'] === 'Anthropic');
    if (preset) await fireEvent.click(preset);
    await type('template-key', 'sk-test');
    expect(field('template-key').type).toBe('password');
    await press('template-save');
    await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
    expect(on.app.view?.templates).toHaveLength(1);
    expect(on.app.view?.agents.map(({ template }) => template)).toEqual([on.app.view?.templates[0]?.id]);
  });

  it('say what is wrong beside its field and put the cursor there', async () => {
    await open(TemplatesDialog, { kind: 'templates' });
    await press('template-new');
    await press('template-save');
    await settle();
    expect(screen.getByText('Give the template a name.')).toBeInTheDocument();
    expect(field('template-name')).toHaveFocus();
  });

  it('offer the models of the address, chosen by keyboard', async () => {
    await open(TemplatesDialog, { kind: 'templates' });
    await press('template-new');
    const preset = screen.getAllByTestId('template-preset').find((one) => one.dataset['preset'] === 'Ollama');
    if (preset) await fireEvent.click(preset);
    await press('template-models');
    await waitFor(() => expect(screen.getAllByTestId('template-model-option')).toHaveLength(3));
    await fireEvent.keyDown(field('template-model'), { key: 'ArrowDown' });
    await fireEvent.keyDown(field('template-model'), { key: 'ArrowDown' });
    await enter('template-model');
    expect(field('template-model').value).toBe('ollama-small');
    expect(field('template-model')).toHaveAttribute('aria-expanded', 'false');
  });

  it('put the verdict of a vision test into words', async () => {
    await open(TemplatesDialog, { kind: 'templates' });
    await press('vision-test');
    await waitFor(() => expect(screen.getByTestId('vision-answer')).toHaveTextContent('red'));
    expect(screen.getByTestId('vision-verdict')).toHaveTextContent('It sees: it named both colours');
  });

  it('name the agents before they lose their model', async () => {
    const { app } = await open(TemplatesDialog, { kind: 'templates' });
    await press('template-delete');
    expect(await screen.findByTestId('confirm')).toHaveTextContent('Mio, Sora, Ren will be without a model');
    await press('confirm-ok');
    await settle();
    expect(app.view?.templates).toEqual([]);
  });
});

describe('the settings', () => {
  it('switch the language of the window at once, with the dialog open', async () => {
    const { platform } = await open(SettingsDialog, { kind: 'settings' });
    await press('settings-language-ja');
    await waitFor(() => expect(screen.getByTestId('tab-about')).toHaveTextContent('このアプリについて'));
    expect(platform.world.settings.language).toBe('ja');
    await press('settings-theme-dark');
    await settle();
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('take a largest size from 1 to 512 and leave it otherwise', async () => {
    const { app } = await open(SettingsDialog, { kind: 'settings', page: 'camera' });
    await type('settings-upload', '0');
    await enter('settings-upload');
    expect(screen.getByText('A whole number from 1 to 512.')).toBeInTheDocument();
    await type('settings-upload', '64');
    await enter('settings-upload');
    await settle();
    expect(app.data.settings.max_upload_mb).toBe(64);
  });

  it('say how much is kept and how much may be, and take other numbers', async () => {
    const { app, platform } = await open(SettingsDialog, { kind: 'settings', page: 'camera' });
    platform.world.attachments.set('a', {
      id: 'a',
      name: 'a.jpg',
      kind: 'image',
      mime: 'image/jpeg',
      bytes: 3_400_000,
      frame: false,
      available: true,
    });
    await press('tab-general');
    await press('tab-camera');
    await settle();
    expect(screen.getByText(/In this village now: 3\.4 MB\.$/)).toBeInTheDocument();
    expect(screen.getByText(/In this village now: 0 KB\.$/)).toBeInTheDocument();
    expect(screen.getByTestId('settings-artifacts')).toHaveValue('2000');
    await type('settings-artifacts', '9');
    await enter('settings-artifacts');
    expect(screen.getByText('A whole number from 10 to 1,000,000.')).toBeInTheDocument();
    await type('settings-artifacts', '300');
    await enter('settings-artifacts');
    await type('settings-attachments', '100');
    await enter('settings-attachments');
    await type('settings-days', '7');
    await enter('settings-days');
    await settle();
    const { media_folder_mb, attachments_mb, attachments_days } = app.data.settings;
    expect([media_folder_mb, attachments_mb, attachments_days]).toEqual([300, 100, 7]);
  });

  it('have a log that is filtered by text and agent, and follows', async () => {
    const { app, platform } = await open(SettingsDialog, { kind: 'settings', page: 'log' }, { history: 300 });
    const rows = (): string[] => screen.getAllByTestId('log-row').map((row) => row.textContent ?? '');
    await waitFor(() => expect(rows().length).toBeGreaterThan(5));
    await type('log-filter-text', 'reason=no_vision');
    await waitFor(() => expect(rows().every((row) => row.includes('reason=no_vision'))).toBe(true), {
      timeout: 2000,
    });
    expect(screen.getByTestId('log-count')).toHaveTextContent(/^\d+ of \d+ lines/);
    platform.world.log(app.view?.id ?? '', 'tool image withheld', 'agent=agent_2 model=new reason=no_vision');
    await waitFor(() => expect(rows().at(-1)).toContain('model=new'), { timeout: 2000 });
    await type('log-filter-text', 'no such line');
    await waitFor(() => expect(screen.getByTestId('log-empty')).toBeInTheDocument(), { timeout: 2000 });
  });

  it('have a log that is filtered by level and time, and says when nothing fits', async () => {
    await open(SettingsDialog, { kind: 'settings', page: 'log' }, { history: 300 });
    await waitFor(() => expect(screen.getAllByTestId('log-row').length).toBeGreaterThan(5));
    await choose('log-filter-level', 'Only errors');
    await waitFor(() => {
      const levels = [...document.querySelectorAll<HTMLElement>('[data-level]')].map(
        (one) => one.dataset['level'],
      );
      expect(new Set(levels)).toEqual(new Set(['error']));
    });
    await choose('log-filter-level', 'All levels');
    await choose('log-filter-time', 'From … to …');
    await type('log-from', '2001-01-01');
    await type('log-until', '2001-01-02');
    await waitFor(() => expect(screen.getByTestId('log-empty')).toBeInTheDocument(), { timeout: 2000 });
    await type('log-until', 'soon');
    await waitFor(() => expect(screen.getByTestId('log-until')).toBeInvalid());
  });

  it('tell for each turn whether its images reached the model, and show its line', async () => {
    await open(SettingsDialog, { kind: 'settings', page: 'log' }, { history: 300 });
    await press('log-tab-turns');
    await waitFor(() => expect(screen.getAllByTestId('verdict').length).toBeGreaterThan(20));
    const refused = screen.getAllByTestId('verdict').find((row) => row.dataset['outcome'] === 'fallback');
    expect(refused).toHaveTextContent('No, refused; sent again without them');
    expect(refused).toHaveTextContent('+70');
    if (refused) await fireEvent.click(within(refused).getByRole('button'));
    await waitFor(() => expect(screen.getByTestId('log-lines')).toBeInTheDocument());
    expect(field('log-follow').checked).toBe(false);
  });
});

describe('the conversations', () => {
  const sessions = () => open(SessionsDialog, { kind: 'sessions' }, { history: 10 });

  it('are found by what was said in them, and opened at the message', async () => {
    const { app, onclose } = await sessions();
    await type('session-search', 'screwdriver');
    const hit = await screen.findByTestId('session-hit');
    expect(within(hit).getByText('screwdriver').tagName).toBe('MARK');
    await fireEvent.click(hit);
    await settle();
    await settle();
    expect(onclose).toHaveBeenCalledOnce();
    expect(app.view?.session.title).toBe('What is on the workbench?');
    expect(app.soughtRow).toBe(hit.dataset['row']);
    expect(app.session.rows.map(({ id }) => id)).toContain(app.soughtRow);
    expect(app.all).toBe(true);
  });

  it('are renamed in place, and Escape gives the old title back', async () => {
    const { onclose } = await sessions();
    const row = screen.getAllByTestId('session-row')[1];
    if (!row) throw new Error('no row');
    await fireEvent.click(within(row).getByTestId('session-rename'));
    await fireEvent.keyDown(field('session-name'), { key: 'Escape' });
    expect(onclose).not.toHaveBeenCalled();
    await fireEvent.click(within(row).getByTestId('session-rename'));
    await type('session-name', 'Bench');
    await enter('session-name');
    await waitFor(() => expect(screen.getByText('Bench')).toBeInTheDocument());
  });

  it('are deleted after a question only, and exported with the place told', async () => {
    const { app, asked } = await sessions();
    const count = screen.getAllByTestId('session-row').length;
    await fireEvent.click(screen.getAllByTestId('session-export')[1] as HTMLElement);
    await settle();
    expect(app.toasts.items[0]?.args?.['path']).toMatch(/exports\/.*\.jsonl$/);
    await fireEvent.click(screen.getAllByTestId('session-delete')[1] as HTMLElement);
    expect(asked('session_delete')).toEqual([]);
    await press('confirm-ok');
    await waitFor(() => expect(screen.getAllByTestId('session-row')).toHaveLength(count - 1));
  });
});
