/** The whole window over the in-memory host. */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import App from '~/App.svelte';
import { setLanguage } from '~/shared/i18n/i18n.svelte';
import type { MemoryOptions } from '~/platform/memory';
import { bootApp, settle } from './render';

async function open(options: MemoryOptions = {}) {
  const on = await bootApp(options);
  render(App, { props: { app: on.app } });
  await settle();
  return on;
}

/** jsdom computes no layout and no colours; those rules are for the real window. Popups stand outside landmarks. */
async function problems(): Promise<string[]> {
  const report = await axe.run(document, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    resultTypes: ['violations'],
  });
  return report.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 120)}`),
  );
}

describe('the first run', () => {
  it('asks for the language, says what leaves the computer, and opens the practice village', async () => {
    const { app, platform } = await open({ firstRun: true });
    expect(await problems()).toEqual([]);
    await fireEvent.click(screen.getByTestId('firstrun-language-ja'));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Fuseforks へようこそ'),
    );
    expect(screen.getByText('このコンピューターから外へ出るもの')).toBeInTheDocument();
    await fireEvent.click(screen.getByTestId('firstrun-practice'));
    await waitFor(() => expect(screen.getByTestId('composer')).toBeInTheDocument());
    expect(app.view).toMatchObject({ language: 'ja', practice: true });
    expect(platform.world.settings.language).toBe('ja');
    expect(await screen.findByTestId('offer')).toHaveTextContent(
      'カメラを見て、何が写っているか教えてください。',
    );
  });

  it('finds a model that runs here, and makes a village with an agent on it', async () => {
    const { app } = await open({ firstRun: true });
    const door = screen.getByTestId('firstrun-local');
    await waitFor(() => expect(screen.getByText(/Ollama answers here/)).toBeInTheDocument());
    expect(door).toHaveTextContent('Use it');
    await fireEvent.click(door);
    await waitFor(() => expect(app.view?.agents).toHaveLength(1));
    expect(app.view?.templates).toMatchObject([
      { wire: 'ollama', base_url: 'http://127.0.0.1:11434', model: 'qwen3-vl:8b', needs_key: false },
    ]);
    expect(app.view?.agents[0]?.template).toBe(app.view?.templates[0]?.id);
  });

  it('says what to do where no model runs here, and looks again', async () => {
    const on = await bootApp({ firstRun: true });
    const { local } = on.platform.world;
    on.platform.world.local = [];
    render(App, { props: { app: on.app } });
    await waitFor(() => expect(screen.getByText(/Start one of them, then look again/)).toBeInTheDocument());
    expect(await problems()).toEqual([]);
    on.platform.world.local = local;
    await fireEvent.click(screen.getByTestId('firstrun-local'));
    await waitFor(() => expect(screen.getByTestId('firstrun-local-model')).toBeInTheDocument());
  });

  it('leads a person with a key to the model form', async () => {
    const { app } = await open({ firstRun: true });
    await fireEvent.click(screen.getByTestId('firstrun-own'));
    await waitFor(() => expect(app.dialog).toEqual({ kind: 'template' }));
    expect(app.view).toMatchObject({ practice: false, agents: [] });
  });
});

describe('the window', () => {
  it('has nothing that assistive technology stumbles over, with and without a conversation', async () => {
    await open();
    expect(await problems()).toEqual([]);
    await fireEvent.click(screen.getByTestId('offer'));
    await waitFor(() => expect(screen.getByTestId('turn-line')).toBeInTheDocument());
    await fireEvent.click(screen.getByTestId('tool-row'));
    await fireEvent.click(screen.getByTestId('tool-open'));
    await waitFor(() => expect(screen.getByTestId('pane-line')).toHaveTextContent('(image 1: JPEG 19 KB)'));
    expect(await problems()).toEqual([]);
  });

  it('changes its language while it is open, the village keeping its own', async () => {
    const { app } = await open();
    await app.ask('settings_set', { language: 'zh' });
    await waitFor(() => expect(screen.getByTestId('tab-camera')).toHaveTextContent('相机'));
    expect(screen.getByTestId('offer')).toHaveTextContent('Look through the camera');
    await setLanguage('en');
  });

  it('obeys its shortcuts, but not while a dialog is open', async () => {
    const { app } = await open();
    await fireEvent.keyDown(window, { key: '2', ctrlKey: true });
    expect(app.tab).toBe('output');
    await fireEvent.keyDown(window, { key: 'ArrowDown', altKey: true });
    expect(app.agent?.id).toBe('agent_2');
    await fireEvent.keyDown(window, { key: '/', ctrlKey: true });
    await waitFor(() => expect(screen.getByTestId('shortcuts-dialog')).toBeInTheDocument(), {
      timeout: 5000,
    });
    await fireEvent.keyDown(window, { key: '1', ctrlKey: true });
    expect(app.tab).toBe('output');
    expect(await problems()).toEqual([]);
    await fireEvent.click(screen.getByTestId('dialog-close'));
    await waitFor(() => expect(screen.queryByTestId('shortcuts-dialog')).toBeNull());
  });

  it('finds a command by a few letters and runs it on Enter, not on that of an input method', async () => {
    const { app } = await open();
    await fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const field = await screen.findByTestId('palette-field');
    await fireEvent.input(field, { target: { value: 'sora' } });
    await fireEvent.compositionStart(field);
    await fireEvent.compositionEnd(field, { data: 'sora' });
    await fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(screen.getByTestId('palette-field')).toBeInTheDocument();
    await fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    expect(app.agent?.name).toBe('Sora');
    expect(app.dialog).toBeNull();
  });

  it('asks before it closes during a turn', async () => {
    const { platform } = await open();
    const close = vi.spyOn(platform, 'closeWindow');
    platform.askToClose();
    await waitFor(() => expect(screen.getByTestId('close-dialog')).toBeInTheDocument());
    await fireEvent.click(screen.getByTestId('close-stay'));
    await waitFor(() => expect(screen.queryByTestId('close-dialog')).toBeNull());
    expect(close).not.toHaveBeenCalled();
    platform.askToClose();
    await fireEvent.click(await screen.findByTestId('close-force'));
    expect(close).toHaveBeenCalledWith(true);
  });

  it('shows a failure with the words of the other side, and lets it go', async () => {
    const { app } = await open();
    app.toasts.fail({ code: 'no-such-code', args: {}, detail: 'raw words' });
    await settle();
    expect(screen.getByTestId('toast')).toHaveTextContent('no-such-code');
    expect(screen.getByTestId('toast')).toHaveTextContent('raw words');
    app.toasts.dismiss(app.toasts.items[0]?.id ?? 0);
    await settle();
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it('makes a village in a language and shows it', async () => {
    const { app } = await open();
    app.open({ kind: 'village-new' });
    const name = await screen.findByTestId('village-name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await fireEvent.click(screen.getByTestId('village-create'));
    expect(screen.getByText('Give it a name.')).toBeInTheDocument();
    await fireEvent.input(name, { target: { value: '山の村' } });
    await fireEvent.click(screen.getByTestId('village-language-ja'));
    expect(await problems()).toEqual([]);
    await fireEvent.click(screen.getByTestId('village-create'));
    await waitFor(() => expect(app.view).toMatchObject({ name: '山の村', language: 'ja', practice: false }));
    await waitFor(() => expect(app.dialog).toBeNull());
    expect(screen.getByTestId('agents-empty')).toBeInTheDocument();
  });
});
