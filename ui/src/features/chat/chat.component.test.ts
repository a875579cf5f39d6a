import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { messageRow } from '~/../tests/views';
import type { Row } from '~/contract/types.gen';
import { Refusal } from '~/platform/types';
import { KEPT, MOST } from '~/state/thread';
import Chat from './Chat.svelte';

const open = (on?: Awaited<ReturnType<typeof bootApp>>) =>
  renderWith(Chat, { props: { newKeys: 'mod+n' }, ...(on && { on }) });
const composer = (): HTMLTextAreaElement => screen.getByTestId<HTMLTextAreaElement>('composer');
const type = async (text: string): Promise<void> => {
  await fireEvent.input(composer(), { target: { value: text } });
};
const enter = (init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(composer(), { key: 'Enter', keyCode: 13, ...init });
const png = (name = 'photo.png'): File => new File([new Uint8Array([1, 2, 3])], name, { type: 'image/png' });
const sends = (platform: { rpc: unknown }) =>
  vi.spyOn(platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');

/** Waits until the host has the one file of the draft. */
const looked = (): Promise<HTMLElement> =>
  waitFor(() => {
    const chip = screen.getByTestId('draft-attachment');
    expect(chip).toHaveAttribute('data-state', 'ready');
    return chip;
  });

/** Waits until the turn is over. */
const quiet = (): Promise<HTMLElement> => screen.findByTestId('turn-line');

describe('a conversation', () => {
  it('begins with the offered request and ends with an answer, the tool folded above it', async () => {
    await open();
    await fireEvent.click(screen.getByTestId('offer'));
    await quiet();
    const log = screen.getByTestId('chat-log');
    expect(within(log).getByText('Look through the camera and tell me what you see.')).toBeInTheDocument();
    expect(within(log).getByTestId('tool-images')).toHaveTextContent('1 image');
  });

  it('lets go of rows far above its end, but not while an old one is looked for', async () => {
    const { app } = await open();
    const [village, session] = [app.view?.id ?? '', app.view?.session.id ?? ''];
    const row = (at: number): Row => messageRow({ id: `row-${String(at).padStart(4, '0')}` });
    const rows = Array.from({ length: 2 * MOST }, (_, at) => row(at));
    app.soughtRow = 'row of another page';
    app.take(rows.map((one) => ({ event: 'row', village, session, row: one })));
    await settle();
    expect(app.session.rows).toHaveLength(2 * MOST);
    app.soughtRow = null;
    app.take([{ event: 'row', village, session, row: row(2 * MOST) }]);
    await waitFor(() => expect(app.session.rows).toHaveLength(KEPT));
    expect(app.session.rows.at(-1)?.id).toBe(`row-${2 * MOST}`);
    expect(app.session.reach[app.thread]?.more).toBe(true);
  });
});

describe('the composer', () => {
  it('sends on Enter once, keeps Shift+Enter for a new line, and sends on Control+Enter', async () => {
    const { platform } = await open();
    const rpc = sends(platform);
    const sent = () => rpc.mock.calls.filter(([name]) => name === 'message_send');
    await type('hello');
    await enter({ shiftKey: true });
    expect(sent()).toHaveLength(0);
    await enter();
    await enter();
    expect(sent()).toHaveLength(1);
    await waitFor(() => expect(composer().value).toBe(''));
    await type('again');
    await enter({ ctrlKey: true });
    expect(sent()).toHaveLength(2);
  });

  it('sends nothing on the Enter that confirms a word, in either order of events', async () => {
    const { platform } = await open();
    const rpc = sends(platform);
    const sent = () => rpc.mock.calls.filter(([name]) => name === 'message_send');
    await type('日本語');
    await fireEvent.compositionStart(composer());
    await fireEvent.compositionEnd(composer(), { data: '日本語' });
    await enter({ keyCode: 229 });
    expect(sent()).toHaveLength(0);
    await fireEvent.compositionStart(composer());
    await enter({ isComposing: true, keyCode: 229 });
    await fireEvent.compositionEnd(composer(), { data: '日本語' });
    expect(sent()).toHaveLength(0);
    expect(composer().value).toBe('日本語');
    await enter();
    expect(sent()).toHaveLength(1);
  });

  it('keeps a draft with its agent: over switching, a failed send and a restart', async () => {
    const on = await bootApp();
    const { app, platform } = await open(on);
    const rpc = sends(platform);
    await type('for A only');
    await fireEvent.change(screen.getByTestId('file-picker'), { target: { files: [png()] } });
    await looked();

    app.selectAgent('agent_2');
    await tick();
    expect(composer().value).toBe('');
    expect(screen.queryByTestId('draft-attachment')).toBeNull();
    await enter();
    expect(rpc.mock.calls.filter(([name]) => name === 'message_send')).toHaveLength(0);

    app.selectAgent('agent_1');
    await tick();
    app.selectAgent('agent_1');
    await tick();
    expect(composer().value).toBe('for A only');
    expect(screen.getAllByTestId('draft-attachment')).toHaveLength(1);

    rpc.mockRejectedValueOnce(new Refusal({ code: 'offline', args: {}, detail: 'no route to host' }));
    await enter();
    expect(await screen.findByTestId('send-problem')).toHaveTextContent('no route to host');
    expect(composer().value).toBe('for A only');
    expect(screen.getAllByTestId('draft-attachment')).toHaveLength(1);

    const again = await bootApp();
    const { village } = { village: app.view?.id ?? '' };
    expect(again.app.drafts.get(village, 'agent_1')).toEqual({
      text: 'for A only',
      files: [],
      sending: false,
    });
    expect(again.app.drafts.get(village, 'agent_2').text).toBe('');
  });

  it('asks the host for an image when the paste is empty, and not when it has words', async () => {
    const { platform } = await open();
    platform.clipboard = { name: 'clipboard.png', data: 'AQID' };
    await fireEvent.paste(composer(), { clipboardData: { files: [], getData: () => 'words' } });
    await settle();
    expect(screen.queryByTestId('draft-attachment')).toBeNull();
    await fireEvent.paste(composer(), { clipboardData: { files: [], getData: () => '' } });
    expect(await looked()).toHaveTextContent('clipboard.png');
  });

  it('warns at once of what the model cannot be given, and does not send it', async () => {
    const { platform } = await open();
    const rpc = sends(platform);
    await type('listen');
    await fireEvent.change(screen.getByTestId('file-picker'), {
      target: { files: [new File(['x'], 'voice.wav', { type: 'audio/wav' })] },
    });
    expect(await looked()).toHaveAttribute('data-refused', 'true');
    expect(screen.getByTestId('send-block')).toHaveTextContent('voice.wav');
    expect(screen.getByTestId('send')).toBeDisabled();
    await enter();
    expect(rpc.mock.calls.filter(([name]) => name === 'message_send')).toHaveLength(0);
    await fireEvent.click(screen.getByTestId('detach'));
    await waitFor(() => expect(screen.queryByTestId('send-block')).toBeNull());
    expect(screen.getByTestId('send')).toBeEnabled();
  });

  it('says the way out when the agent has no model', async () => {
    const on = await bootApp();
    on.platform.world.setAgent(on.app.view?.id ?? '', 'agent_1', { template: '' });
    await settle();
    await open(on);
    await fireEvent.click(screen.getByTestId('send-remedy'));
    expect(on.app.dialog).toEqual({ kind: 'agent', agent: 'agent_1' });
  });
});

describe('while a turn runs', () => {
  it('a call that needs the person shows its arguments and takes the answer', async () => {
    const { platform } = await open();
    const rpc = sends(platform);
    await type('take a picture');
    await enter();
    await screen.findByTestId('approval-once');
    expect(screen.getByTestId('approval-arguments')).toHaveTextContent('"quality": "fine"');
    await fireEvent.click(screen.getByTestId('approval-conversation'));
    await quiet();
    expect(rpc.mock.calls.find(([name]) => name === 'approval_answer')?.[1]).toMatchObject({
      decision: 'conversation',
    });
    expect(screen.queryByTestId('approval-once')).toBeNull();
    expect(screen.getByTestId('tool-dropped')).toHaveTextContent('1 left out');
  });

  it('Stop ends it, what was said stays, and the queue goes on; a waiting message can be withdrawn', async () => {
    const { platform, app } = await open();
    const rpc = sends(platform);
    await type('take a picture');
    await enter();
    await screen.findByTestId('approval-once');
    await type('second');
    await enter();
    expect(await screen.findByTestId('withdraw')).toBeInTheDocument();
    await waitFor(() => expect(app.agent?.queued).toBe(1));
    await fireEvent.click(screen.getByTestId('withdraw'));
    await waitFor(() => expect(screen.queryByText('second')).toBeNull());
    await waitFor(() => expect(app.agent?.queued).toBe(0));
    await fireEvent.keyDown(composer(), { key: 'Escape' });
    await quiet();
    expect(rpc.mock.calls.some(([name]) => name === 'turn_stop')).toBe(true);
    expect(screen.getByTestId('turn-line')).toHaveAttribute('data-stop', 'interrupted');
    expect(screen.queryByTestId('stop')).toBeNull();
  });
});
