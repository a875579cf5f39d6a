import { clearMocks, mockIPC } from '@tauri-apps/api/mocks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tauriPlatform } from './tauri';
import { failureOf, Refusal } from './types';

let calls: [string, unknown][] = [];
let answer: (command: string) => unknown = () => null;

beforeEach(() => {
  calls = [];
  answer = () => null;
  mockIPC((command, payload) => {
    calls.push([command, payload]);
    return answer(command);
  });
});
afterEach(() => clearMocks());

describe('the door to the shell', () => {
  it('sends every question through one command, typed by its name', async () => {
    answer = () => ({ approvals: [] });
    await tauriPlatform().rpc('approvals', { village: 'v' });
    expect(calls).toEqual([['rpc', { name: 'approvals', request: { village: 'v' } }]]);
  });

  it('rejects with the failure that the shell gave, whole', async () => {
    const failure = { code: 'offline', args: { host: 'x' }, detail: 'no route' };
    answer = () => Promise.reject(failure);
    const thrown: unknown = await tauriPlatform()
      .rpc('app_state', {})
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Refusal);
    expect(failureOf(thrown)).toEqual(failure);
  });

  it('makes a failure of whatever else is thrown', () => {
    expect(failureOf('plain words')).toEqual({ code: 'internal', args: {}, detail: 'plain words' });
    expect(failureOf(new Error('x'))).toEqual({ code: 'internal', args: {}, detail: 'x' });
    expect(failureOf({ code: 'a' })).toEqual({ code: 'a', args: {}, detail: null });
    expect(failureOf(undefined)).toEqual({ code: 'internal', args: {}, detail: null });
  });

  it('asks for the address of sound once and joins paths to it', async () => {
    answer = (command) => (command === 'audio_base' ? 'http://127.0.0.1:5000/token/' : null);
    const platform = tauriPlatform();
    expect(await platform.audioUrl('s/a')).toBe('http://127.0.0.1:5000/token/s/a');
    expect(await platform.audioUrl('s/b')).toBe('http://127.0.0.1:5000/token/s/b');
    expect(calls).toHaveLength(1);
  });

  it('names the window commands as the shell offers them', async () => {
    const platform = tauriPlatform();
    await platform.windowReady();
    await platform.closeWindow(true);
    await platform.clipboardImage();
    await platform.pickSavePath('a.jpg');
    await platform.pickFolder();
    await platform.openExternal('https://example.com');
    expect(calls).toEqual([
      ['window_ready', {}],
      ['close_window', { force: true }],
      ['clipboard_image', {}],
      ['pick_save_path', { name: 'a.jpg' }],
      ['pick_folder', {}],
      ['open_external', { url: 'https://example.com' }],
    ]);
  });
});
