import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { t } from '~/shared/i18n/i18n.svelte';
import AgentList from './AgentList.svelte';
import { Agents } from './agents.svelte';

async function open() {
  const on = await bootApp();
  const agents = new Agents(on.app);
  const view = await renderWith(AgentList, { props: { agents, newKeys: 'mod+n' }, on });
  return { ...view, agents };
}
const names = (): (string | undefined)[] =>
  screen.getAllByTestId(/^agent-item-/).map((row) => row.querySelector('.name')?.textContent ?? undefined);

describe('the agent list', () => {
  it('says who is there, how they do, and which servers need the person', async () => {
    const { app } = await open();
    const problem = app.view?.agents[1]?.servers[0]?.problem;
    expect(names()).toEqual(['Mio', 'Sora', 'Ren']);
    expect(screen.getByTestId('agent-status-agent_3')).toHaveTextContent('Stopped');
    expect(screen.getByTestId('server-agent_2-notes')).toHaveAttribute('data-state-of-server', 'failed');
    expect(screen.getByTestId('server-agent_2-notes')).toHaveTextContent(
      problem ? t.failure(problem) : 'no problem',
    );
  });

  it('makes an agent and lets its name be typed at once', async () => {
    const { app } = await open();
    await fireEvent.click(screen.getByTestId('agent-new'));
    const field = await screen.findByTestId<HTMLInputElement>('agent-name-field');
    await settle(30);
    expect(field.value).toBe('Agent 4');
    await fireEvent.input(field, { target: { value: '  Yuki ' } });
    await fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(names()).toEqual(['Mio', 'Sora', 'Ren', 'Yuki']));
    expect(app.agent?.name).toBe('Yuki');
  });

  it('does not take the Enter of an input method for the end of a name', async () => {
    const { agents } = await open();
    agents.renaming = 'agent_1';
    const field = await screen.findByTestId<HTMLInputElement>('agent-name-field');
    await settle(30);
    await fireEvent.compositionStart(field);
    await fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 });
    expect(screen.getByTestId('agent-name-field')).toBeInTheDocument();
    await fireEvent.compositionEnd(field, { data: '水' });
    await fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(screen.getByTestId('agent-name-field')).toBeInTheDocument();
    await fireEvent.keyDown(field, { key: 'Escape' });
    await settle();
    expect(names()[0]).toBe('Mio');
  });

  it('deletes with a way back to the same place', async () => {
    const { app } = await open();
    const row = screen.getByTestId('agent-item-agent_2');
    row.focus();
    await fireEvent.keyDown(row, { key: 'Delete' });
    await waitFor(() => expect(names()).toEqual(['Mio', 'Ren']));
    await waitFor(() => expect(app.toasts.items).toHaveLength(1));
    const [toast] = app.toasts.items;
    expect(toast).toMatchObject({ key: 'agent-deleted', args: { agent: 'Sora' } });
    toast?.action?.run();
    await waitFor(() => expect(names()).toEqual(['Mio', 'Sora', 'Ren']));
    await settle();
    expect(app.agent?.id).toBe('agent_2');
  });

  it('starts and stops, and walks by arrow keys', async () => {
    const { app } = await open();
    await fireEvent.click(screen.getByTestId('agent-toggle-agent_3'));
    await waitFor(() => expect(app.view?.agents[2]?.status).toBe('idle'));
    const row = screen.getByTestId('agent-item-agent_1');
    row.focus();
    await fireEvent.keyDown(row, { key: 'ArrowDown' });
    expect(app.agent?.id).toBe('agent_2');
    expect(document.activeElement).toBe(screen.getByTestId('agent-item-agent_2'));
  });

  it('shows exactly what a server would start before it may', async () => {
    const { app, platform } = await open();
    const village = app.view?.id ?? '';
    const { servers } = platform.world.agent(village, 'agent_2');
    platform.world.setAgent(village, 'agent_2', {
      servers: servers.map((server) => ({ ...server, state: 'needs_approval' as const, problem: null })),
    });
    await settle();
    await fireEvent.click(screen.getByTestId('server-agent_2-notes'));
    expect(app.dialog).toMatchObject({
      kind: 'confirm',
      body: 'server-approve-command',
      code: [
        'npx -y @example/notes-server',
        'Sets for it: FOLDER',
        'Gets from the environment of this computer: NOTES_FOLDER',
      ].join('\n'),
    });
    const rpc = vi.spyOn(platform, 'rpc');
    if (app.dialog?.kind === 'confirm') app.dialog.run();
    expect(rpc).toHaveBeenCalledWith('server_approve', {
      village,
      agent: 'agent_2',
      server: 'notes',
      shared: false,
    });
  });

  it('starts and stops all of them at once, and offers only what would change something', async () => {
    const { app } = await open();
    const states = (): string[] => (app.view?.agents ?? []).map((agent) => agent.status);
    expect(states()).toEqual(['idle', 'idle', 'stopped']);
    await fireEvent.click(screen.getByTestId('agents-start'));
    await waitFor(() => expect(states()).toEqual(['idle', 'idle', 'idle']));
    expect(screen.getByTestId('agents-start')).toBeDisabled();
    await fireEvent.click(screen.getByTestId('agents-stop'));
    await waitFor(() => expect(states()).toEqual(['stopped', 'stopped', 'stopped']));
    expect(screen.getByTestId('agents-stop')).toBeDisabled();
  });
});
