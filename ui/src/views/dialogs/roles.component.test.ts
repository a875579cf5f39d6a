import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import AgentDialog from './AgentDialog.svelte';
import SettingsDialog from './SettingsDialog.svelte';

async function open(component: unknown, route: object, prepare?: (village: string) => object) {
  const on = await bootApp();
  const village = on.app.view?.id ?? '';
  if (prepare) await on.app.ask('role_save', prepare(village) as never);
  await settle();
  const onclose = vi.fn();
  await renderWith(component, { on, props: { route, onclose } });
  await settle();
  const rpc = vi.spyOn(on.platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  const asked = (name: string): unknown[] =>
    rpc.mock.calls.filter((call) => call[0] === name).map((call) => call[1]);
  return { ...on, village, onclose, asked };
}
const field = (id: string): HTMLInputElement => screen.getByTestId<HTMLInputElement>(id);
const type = (id: string, value: string) => fireEvent.input(field(id), { target: { value } });
const press = (id: string) => fireEvent.click(screen.getByTestId(id));
async function choose(id: string, option: string): Promise<void> {
  field(id).focus();
  await fireEvent.keyDown(field(id), { key: 'ArrowDown' });
  const found = await screen.findByTestId(`option-${option}`);
  await fireEvent.pointerUp(found, { pointerType: 'mouse', button: 0 });
  await settle();
}

describe('roles', () => {
  it('are made, changed and deleted', async () => {
    const { app, asked, village } = await open(SettingsDialog, { kind: 'settings', page: 'roles' });
    expect(screen.getByTestId('roles-empty')).toBeInTheDocument();
    await type('role-name', ' Reviewer ');
    await type('role-body', 'Be strict.');
    await press('role-save');
    await waitFor(() => expect(app.view?.roles).toHaveLength(1));
    expect(asked('role_save')).toEqual([{ village, name: 'Reviewer', text: 'Be strict.' }]);
    await type('role-body', 'Be kind.');
    await press('role-save');
    await waitFor(() => expect(app.view?.roles[0]?.text).toBe('Be kind.'));
    expect(app.view?.roles).toHaveLength(1);
    await press('role-delete');
    await fireEvent.click(await screen.findByTestId('confirm-ok'));
    await waitFor(() => expect(app.view?.roles).toEqual([]));
  });

  it('need a name, and no text of one is lost to another', async () => {
    const { asked } = await open(SettingsDialog, { kind: 'settings', page: 'roles' }, (village) => ({
      village,
      name: 'Scout',
      text: 'Look first.',
    }));
    await type('role-name', '  ');
    await press('role-save');
    expect(screen.getByText('Give a name.')).toBeInTheDocument();
    expect(asked('role_save')).toEqual([]);
    await type('role-name', 'Scouts');
    await press('role-new');
    await fireEvent.click(await screen.findByTestId('unsaved-save'));
    await waitFor(() => expect(asked('role_save')).toHaveLength(1));
    await waitFor(() => expect(field('role-name').value).toBe(''));
  });

  it('are chosen for an agent and taken away again', async () => {
    const { app } = await open(AgentDialog, { kind: 'agent', agent: 'agent_1' }, (village) => ({
      village,
      name: 'Scout',
      text: '',
    }));
    await choose('agent-role', 'role_1');
    await waitFor(() => expect(app.view?.agents[0]?.role).toBe('role_1'));
    await choose('agent-role', '-');
    await waitFor(() => expect(app.view?.agents[0]?.role).toBe(''));
  });
});

describe('what an agent may', () => {
  it.each(['handoff', 'plaza', 'remembers'] as const)('%s is switched off alone', async (key) => {
    const { asked, village, app } = await open(AgentDialog, { kind: 'agent', agent: 'agent_1' });
    await press(`agent-${key}`);
    await settle();
    expect(asked('agent_set')).toEqual([{ village, agent: 'agent_1', [key]: false }]);
    expect(app.view?.agents[0]?.[key]).toBe(false);
  });
});

describe('the budget', () => {
  it('takes whole numbers in its range, and the usual one where the field is emptied', async () => {
    const { app, asked, village } = await open(SettingsDialog, { kind: 'settings', page: 'village' });
    const leave = () => fireEvent.blur(field('settings-budget'));
    await type('settings-budget', '12');
    await leave();
    expect(asked('village_set')).toEqual([]);
    await type('settings-budget', '２０,０００');
    await leave();
    await waitFor(() => expect(app.view?.budget).toBe(20_000));
    await type('settings-budget', '');
    await leave();
    await waitFor(() => expect(app.view?.budget).toBe(1_000_000));
    expect(asked('village_set')).toEqual([
      { village, budget: 20_000 },
      { village, budget: 0 },
    ]);
    await waitFor(() => expect(field('settings-budget').value).toBe('1000000'));
  });
});
