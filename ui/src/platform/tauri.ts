/** The shell behind the door: the only file that imports `@tauri-apps/api`. */
import { Channel, convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import type { Event } from '~/contract/types.gen';
import {
  failureOf,
  Refusal,
  type ClipboardImage,
  type CommandName,
  type Platform,
  type Reply,
  type Request,
} from './types';

async function call<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  try {
    return await invoke<T>(name, args);
  } catch (thrown) {
    throw new Refusal(failureOf(thrown));
  }
}

// `convertFileSrc` escapes slashes, and the paths of media are made of them.
const mediaBase = (): string => convertFileSrc('', 'media').replace(/\/$/, '');

export function tauriPlatform(): Platform {
  let audioBase: Promise<string> | null = null;
  return {
    rpc: <K extends CommandName>(name: K, request: Request<K>) => call<Reply<K>>('rpc', { name, request }),
    async subscribe(onEvents) {
      const channel = new Channel<Event[]>();
      channel.onmessage = onEvents;
      await call('subscribe', { channel });
    },
    async onCloseAsked(ask) {
      await listen('close-asked', ask);
    },
    closeWindow: (force) => call('close_window', { force }),
    clipboardImage: () => call<ClipboardImage | null>('clipboard_image'),
    pickSavePath: (name) => call<string | null>('pick_save_path', { name }),
    pickFolder: () => call<string | null>('pick_folder'),
    openExternal: (url) => call('open_external', { url }),
    policyBlocked: ({ directive, source }) => call('policy_blocked', { directive, source }),
    windowReady: () => call('window_ready'),
    mediaUrl: (path) => `${mediaBase()}/${path}`,
    async audioUrl(path) {
      audioBase ??= call<string>('audio_base');
      return `${(await audioBase).replace(/\/$/, '')}/${path}`;
    },
  };
}
