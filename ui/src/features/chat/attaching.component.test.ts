import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { attachmentView } from '~/../tests/views';
import type { AttachmentAdd, AttachmentView, MessageSend } from '~/contract/types.gen';
import { Refusal } from '~/platform/types';
import Chat from './Chat.svelte';

const file = (name: string): File => new File([new Uint8Array([1, 2, 3])], name, { type: 'image/jpeg' });
const composer = (): HTMLTextAreaElement => screen.getByTestId<HTMLTextAreaElement>('composer');
const type = (text: string) => fireEvent.input(composer(), { target: { value: text } });
const enter = () => fireEvent.keyDown(composer(), { key: 'Enter', keyCode: 13 });
const pick = (...names: string[]) =>
  fireEvent.change(screen.getByTestId('file-picker'), { target: { files: names.map(file) } });
/** The chips, as name and state. */
const chips = (): string[][] =>
  screen
    .queryAllByTestId('draft-attachment')
    .map((chip) => [chip.querySelector('.name')?.textContent ?? '', chip.dataset['state'] ?? '']);

interface Check {
  request: AttachmentAdd;
  /** Ends as the host would. */
  take(): Promise<void>;
  refuse(code: string): Promise<void>;
}

/** A conversation on a host that looks at files as slowly as the test wants. */
async function open() {
  const on = await bootApp();
  const checks: Check[] = [];
  const removed: string[] = [];
  const sent: MessageSend[] = [];
  const rpc = on.platform.rpc.bind(on.platform);
  vi.spyOn(on.platform, 'rpc').mockImplementation(((name: string, request: never) => {
    if (name === 'attachment_add') {
      return new Promise<AttachmentView>((resolve, reject) => {
        const asked = request as AttachmentAdd;
        checks.push({
          request: asked,
          take: () => (resolve(attachmentView({ id: asked.id ?? '', name: asked.name })), settle()),
          refuse: (code) => (
            reject(new Refusal({ code, args: { name: asked.name }, detail: null })),
            settle()
          ),
        });
      });
    }
    if (name === 'attachment_remove') removed.push((request as { id: string }).id);
    if (name === 'message_send') sent.push(request);
    return name === 'message_send' || name === 'attachment_remove'
      ? Promise.resolve({})
      : rpc(name as 'app_state', request);
  }) as typeof on.platform.rpc);
  await renderWith(Chat, { props: { newKeys: 'mod+n' }, on });
  const check = async (at: number): Promise<Check> => {
    await waitFor(() => expect(checks.length).toBeGreaterThan(at));
    const found = checks[at];
    if (!found) throw new Error('no check');
    return found;
  };
  return { ...on, check, checks, removed, sent };
}

describe('a file that is being looked at', () => {
  it('is there at once by its name, and becomes what the host made of it', async () => {
    const { check } = await open();
    await pick('photo.jpg');
    expect(chips()).toEqual([['photo.jpg', 'checking']]);
    const chip = screen.getByTestId('draft-attachment');
    expect(chip).toHaveAttribute('aria-busy', 'true');
    expect(chip).toHaveTextContent('Checking');
    await (await check(0)).take();
    expect(chips()).toEqual([['photo.jpg', 'ready']]);
    expect(screen.getByTestId('draft-attachment')).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByTestId('draft-attachment').querySelector('img')).not.toBeNull();
  });

  it('keeps Send from going without it, says so, and loses no word', async () => {
    const { check, sent } = await open();
    await type('what is this?');
    await pick('photo.jpg');
    expect(screen.getByTestId('send')).toBeDisabled();
    expect(screen.getByTestId('composer-hint')).toHaveTextContent('Checking photo.jpg');
    await enter();
    expect(sent).toEqual([]);
    expect(composer().value).toBe('what is this?');
    const looked = await check(0);
    await looked.take();
    expect(screen.getByTestId('composer-hint')).toHaveTextContent('');
    await enter();
    await settle();
    expect(sent).toMatchObject([{ text: 'what is this?', attachments: [looked.request.id] }]);
    expect(chips()).toEqual([]);
  });

  it('that was refused stays, with the reason, and nothing goes out until it is taken away', async () => {
    const { check, sent } = await open();
    await type('what is this?');
    await pick('broken.jpg', 'good.jpg');
    expect(screen.getByTestId('composer-hint')).toHaveTextContent('Checking 2 files');
    await (await check(0)).refuse('attachment-unreadable');
    await (await check(1)).take();
    expect(chips()).toEqual([
      ['broken.jpg', 'refused'],
      ['good.jpg', 'ready'],
    ]);
    expect(screen.getByTestId('attach-problem')).toHaveTextContent('broken.jpg is broken');
    await enter();
    expect(sent).toEqual([]);
    await fireEvent.click(screen.getByTestId('detach-refused'));
    expect(screen.queryByTestId('attach-problem')).toBeNull();
    expect(chips()).toEqual([['good.jpg', 'ready']]);
    expect(composer()).toHaveFocus();
    await enter();
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('can be taken away: the host hears of it, and it does not come back', async () => {
    const { check, checks, removed } = await open();
    await pick('large.jpg', 'unread.jpg', 'small.jpg');
    const [first, second] = screen.getAllByTestId('detach');
    const looked = await check(0);
    await fireEvent.click(second as HTMLElement);
    await fireEvent.click(first as HTMLElement);
    expect(chips()).toEqual([['small.jpg', 'checking']]);
    expect(removed).toContain(looked.request.id);
    const before = removed.length;
    // The host was done before it heard.
    await looked.take();
    await (await check(1)).take();
    expect(chips()).toEqual([['small.jpg', 'ready']]);
    expect(removed.slice(before)).toEqual([looked.request.id]);
    expect(checks.map(({ request }) => request.name)).toEqual(['large.jpg', 'small.jpg']);
  });

  it('that was taken away and refused for it is told to nobody', async () => {
    const { check } = await open();
    await pick('large.jpg');
    const looked = await check(0);
    await fireEvent.click(screen.getByTestId('detach'));
    await looked.refuse('attachment-gone');
    expect(chips()).toEqual([]);
    expect(screen.queryByTestId('attach-problem')).toBeNull();
  });

  it('stays in its place among others, whichever is done first', async () => {
    const { check, sent } = await open();
    await pick('1.jpg');
    await pick('2.jpg', '3.jpg');
    const [one, two] = [await check(0), await check(1)];
    await two.take();
    await (await check(2)).take();
    expect(chips()).toEqual([
      ['1.jpg', 'checking'],
      ['2.jpg', 'ready'],
      ['3.jpg', 'ready'],
    ]);
    await one.take();
    await enter();
    await settle();
    const ids = [one, two, await check(2)].map(({ request }) => request.id);
    expect(sent).toMatchObject([{ attachments: ids }]);
  });

  it('belongs to the agent it was chosen for, whoever is looked at meanwhile', async () => {
    const { app, check } = await open();
    await type('for A only');
    await pick('photo.jpg');
    app.selectAgent('agent_2');
    await tick();
    expect(chips()).toEqual([]);
    await type('for B');
    expect(screen.getByTestId('send')).toBeEnabled();
    const looked = await check(0);
    expect(looked.request.agent).toBe('agent_1');
    await looked.take();
    expect(chips()).toEqual([]);
    expect(composer().value).toBe('for B');
    await app.newSession();
    app.selectAgent('agent_1');
    await tick();
    expect(chips()).toEqual([['photo.jpg', 'ready']]);
    expect(composer().value).toBe('for A only');
  });
});

describe('what cannot be attached', () => {
  it('a file over the limit of the host is refused without being read', async () => {
    const { app, checks } = await open();
    const film = file('film.mp4');
    Object.defineProperty(film, 'size', { value: app.data.attachmentMb * 1_048_576 + 1 });
    const read = vi.spyOn(FileReader.prototype, 'readAsDataURL');
    await fireEvent.change(screen.getByTestId('file-picker'), { target: { files: [film] } });
    await settle();
    expect(chips()).toEqual([['film.mp4', 'refused']]);
    expect(screen.getByTestId('attach-problem')).toHaveTextContent('film.mp4 is too large: at most 64 MB');
    expect(read).not.toHaveBeenCalled();
    expect(checks).toEqual([]);
  });

  it('a folder that was dropped is refused by name', async () => {
    await open();
    const folder = file('Pictures');
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (this: FileReader) {
      this.dispatchEvent(new ProgressEvent('error'));
    });
    await fireEvent.drop(composer(), { dataTransfer: { types: ['Files'], files: [folder] } });
    await waitFor(() => expect(chips()).toEqual([['Pictures', 'refused']]));
    expect(screen.getByTestId('attach-problem')).toHaveTextContent('Pictures is broken and cannot be read');
  });

  it('an empty clipboard leaves nothing behind, a picture in it takes its place at once', async () => {
    const { platform, check } = await open();
    const paste = () => fireEvent.paste(composer(), { clipboardData: { files: [], getData: () => '' } });
    await paste();
    await waitFor(() => expect(chips()).toEqual([]));
    platform.clipboard = { name: 'clipboard.png', data: 'AQID' };
    await paste();
    expect(chips()).toMatchObject([[expect.stringMatching(/^pasted-/), 'checking']]);
    await (await check(0)).take();
    expect(chips()).toEqual([['clipboard.png', 'ready']]);
  });
});
