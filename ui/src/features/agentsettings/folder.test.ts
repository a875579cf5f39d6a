import { describe, expect, it } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { AgentGeneral } from './general.svelte';

async function open() {
  const { app } = await bootApp();
  const general = new AgentGeneral(app, app.view?.id ?? '', 'agent_1');
  const folders = async (): Promise<string[]> => {
    await settle();
    return (app.view?.agents ?? []).map((agent) => agent.folder);
  };
  return { general, folders };
}

describe('the work folder', () => {
  it('is of one agent, and of several at once where the person says so', async () => {
    const { general, folders } = await open();
    general.folder = ' /home/me/work ';
    await general.saveFolder();
    expect(await folders()).toEqual(['/home/me/work', '', '']);
    general.chooseOther('agent_3', true);
    general.chooseOther('agent_2', true);
    general.chooseOther('agent_2', false);
    await general.shareFolder();
    expect(await folders()).toEqual(['/home/me/work', '', '/home/me/work']);
    expect(general.folderOthers.size).toBe(0);
    general.folder = '';
    await general.saveFolder();
    expect(await folders()).toEqual(['', '', '/home/me/work']);
  });

  it('is refused with a sentence where there is no such folder', async () => {
    const { general, folders } = await open();
    general.folder = '/nowhere';
    await general.saveFolder();
    expect(general.folderProblem).toMatchObject({ code: 'work-folder-missing' });
    expect(await folders()).toEqual(['', '', '']);
    general.folder = '';
    await general.saveFolder();
    expect(general.folderProblem).toBeNull();
  });
});
