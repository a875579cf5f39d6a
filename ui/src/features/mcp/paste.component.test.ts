import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import type { McpPasted } from '~/contract/types.gen';
import { McpDraft } from './mcp.svelte';
import McpEditor from './McpEditor.svelte';

const PASTED: McpPasted = {
  client: 'vs_code',
  problems: [],
  servers: [
    {
      name: 'hub',
      free_name: 'hub',
      target: 'npx -y mcp-remote https://hub.example/mcp',
      transport: 'stdio',
      variables: [{ name: 'input:token', set: false, description: 'API token' }],
      secrets: ['API_KEY'],
      cautions: ['shell'],
      native: 'https://hub.example/mcp',
      split: null,
      unsupported: ['envFile'],
      disabled: false,
    },
    {
      name: 'old',
      free_name: 'old',
      target: 'https://old.example/sse',
      transport: 'sse',
      variables: [],
      secrets: [],
      cautions: [],
      native: null,
      split: null,
      unsupported: [],
      disabled: false,
    },
  ],
};

async function open() {
  const { app, platform } = await bootApp();
  const draft = new McpDraft(app, app.view?.id ?? '', 'agent_3');
  await settle();
  await renderWith(McpEditor, { props: { draft }, on: { app, platform } });
  const read = vi.spyOn(draft, 'readPaste').mockResolvedValue(PASTED);
  const take = vi.spyOn(draft, 'takePaste').mockResolvedValue(() => Promise.resolve());
  await fireEvent.click(screen.getByTestId('mcp-paste'));
  await fireEvent.input(await screen.findByTestId('paste-area'), { target: { value: '{}' } });
  await fireEvent.click(screen.getByTestId('paste-read'));
  await screen.findByTestId('pasted-hub');
  return { read, take };
}

describe('a pasted configuration', () => {
  it('is shown with exactly what would run, and what to look at twice', async () => {
    const { read } = await open();
    expect(read).toHaveBeenCalledWith('{}');
    expect(screen.getByTestId('paste-client')).toHaveTextContent("Looks like VS Code's. Servers: 2");
    expect(screen.getByTestId('pasted-target-hub')).toHaveTextContent('https://hub.example/mcp');
    expect(screen.getByTestId('pasted-unset')).toHaveTextContent('API token');
    expect(screen.getByTestId('pasted-sse')).toBeInTheDocument();
    expect(screen.queryByText(/shell line/)).toBeNull();
    // Through the bridge after all: then it is a command, with its warnings.
    await fireEvent.click(screen.getByTestId('pasted-native-hub'));
    expect(screen.getByTestId('pasted-target-hub')).toHaveTextContent(
      'npx -y mcp-remote https://hub.example/mcp',
    );
    expect(screen.getByText(/shell line/)).toBeInTheDocument();
  });

  it('is taken as chosen', async () => {
    const { take } = await open();
    await fireEvent.input(screen.getByTestId('pasted-name-hub'), { target: { value: 'mine' } });
    await fireEvent.click(screen.getByTestId('paste-take'));
    await waitFor(() => expect(take).toHaveBeenCalledOnce());
    expect(take.mock.calls[0]?.[1]).toEqual([
      { name: 'hub', rename: 'mine', native: true, split: false, store_secrets: true },
    ]);
    await waitFor(() => expect(screen.queryByTestId('paste-dialog')).toBeNull());
  });
});
