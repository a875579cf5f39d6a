import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { serverView } from '~/../tests/views';
import { cardsOf } from './cards';
import { McpDraft } from './mcp.svelte';
import ServerCard from './ServerCard.svelte';

describe('the card of a server that refused its token', () => {
  it('says so, and takes a new one for the key store', async () => {
    const { app, platform } = await bootApp();
    const draft = new McpDraft(app, app.view?.id ?? '', 'agent_3');
    await settle();
    const set = vi.spyOn(draft, 'setInput').mockResolvedValue();
    const problem = {
      code: 'server',
      args: { server: 'hub', code: 'SIGN_IN_NEEDED', detail: '-' },
      detail: null,
    };
    const view = serverView({ name: 'hub', state: 'sign_in', problem, inputs: ['hub-token'], tools: [] });
    const [card] = cardsOf([view], [], null);
    if (!card) throw new Error('no card');
    await renderWith(ServerCard, { props: { card, draft }, on: { app, platform } });
    expect(screen.getByTestId('mcp-server-problem')).toHaveTextContent('did not accept the access token');
    await fireEvent.input(screen.getByTestId('mcp-input-hub-token'), { target: { value: 'tok-new' } });
    await fireEvent.click(screen.getByTestId('mcp-input-save'));
    await waitFor(() => expect(set).toHaveBeenCalledWith('hub', 'hub-token', 'tok-new'));
  });
});
