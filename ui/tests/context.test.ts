import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { bootApp, renderWith } from './render';
import Chat from '~/features/chat/Chat.svelte';
import ContextDialog from '~/features/context/ContextDialog.svelte';
import ContextMeter from '~/features/context/ContextMeter.svelte';

async function talked() {
  const on = await bootApp({ rows: 12 });
  const agent = on.app.agent?.id ?? '';
  const village = on.app.view?.id ?? '';
  await on.platform.rpc('agent_start', { village, agent });
  await on.app.readContexts();
  return { ...on, agent };
}

describe('the meter', () => {
  it('says how full the window of the selected agent is, and opens the page about it', async () => {
    const on = await talked();
    await renderWith(ContextMeter, { on });
    const meter = screen.getByTestId('context-meter');
    expect(meter).toHaveAccessibleName(
      /Context \d+% full: .* of 8.2k tokens\. Summarised by itself from 5.7k/,
    );
    await fireEvent.click(meter);
    expect(on.app.dialog).toEqual({ kind: 'context' });
  });

  it('follows what the host tells, of the open conversation alone', async () => {
    const on = await talked();
    const village = on.app.view?.id ?? '';
    const session = on.app.view?.session.id ?? '';
    const context = on.app.village?.contexts[on.agent];
    if (!context) throw new Error('no context');
    on.app.take([
      { event: 'context', village, session, context: { ...context, used: 4096 } },
      { event: 'context', village, session: 'another', context: { ...context, used: 1 } },
    ]);
    await renderWith(ContextMeter, { on });
    expect(screen.getByTestId('context-meter')).toHaveTextContent('50%');
  });
});

describe('summarise and continue', () => {
  it('says what it costs, asks once, and the meter falls', async () => {
    const on = await talked();
    const before = on.app.village?.contexts[on.agent]?.used ?? 0;
    await renderWith(ContextDialog, { on, props: { onclose: () => undefined } });
    expect(screen.getByTestId('context-plan')).toHaveTextContent(
      /^Summarising now makes 1 model call that reads about [\d,]+ tokens\.$/,
    );
    await fireEvent.click(screen.getByTestId('context-summarise'));
    await waitFor(() => expect(on.app.village?.contexts[on.agent]?.used).toBeLessThan(before));
    await waitFor(() =>
      expect(screen.getByTestId('context-plan')).toHaveTextContent('There is nothing to summarise now.'),
    );
    expect(screen.getByTestId('context-summarise')).toBeDisabled();
  });

  it('leaves a folded row that can be read, with a way to the originals', async () => {
    const on = await talked();
    await on.app.ask('summarise', { village: on.app.view?.id ?? '' });
    await renderWith(Chat, { on, props: { newKeys: 'mod+n' } });
    const toggle = await screen.findByTestId('summary-toggle');
    expect(toggle).toHaveTextContent(/remembers \d+ earlier exchanges as a summary/);
    expect(screen.queryByTestId('summary-text')).toBeNull();
    await fireEvent.click(toggle);
    expect(screen.getByTestId('summary-text')).toHaveTextContent('Summary by the practice model');
    await fireEvent.click(screen.getByTestId('summary-originals'));
    await waitFor(() => expect(on.app.all).toBe(true));
  });
});
