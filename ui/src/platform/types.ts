/**
 * The door to the host: everything the UI may ask of the machine, and nothing more.
 *
 * Two hosts open it: `tauri.ts` (the shell) and `memory/` (a whole village in this page, for tests and for
 * `npm run dev`). Nothing else in the UI may know which one it is.
 */
import type { Commands } from '~/contract/commands.gen';
import type { Event, Failure } from '~/contract/types.gen';

export type CommandName = keyof Commands;
export type Request<K extends CommandName> = Commands[K]['request'];
export type Reply<K extends CommandName> = Commands[K]['reply'];

/** An image the host found on the clipboard, base64 without a prefix. */
export interface ClipboardImage {
  name: string;
  data: string;
}

export interface Platform {
  /** Asks the application. Rejects with a {@link Refusal}. */
  rpc<K extends CommandName>(name: K, request: Request<K>): Promise<Reply<K>>;
  /** Hears events, in order, several at once. Once per run of the page. */
  subscribe(onEvents: (events: Event[]) => void): Promise<void>;
  /** The person closes the window while a turn runs; answer with {@link closeWindow}. */
  onCloseAsked(ask: () => void): Promise<void>;
  closeWindow(force: boolean): Promise<void>;
  /** WebKitGTK hides pasted images from the page; the host can still read them. */
  clipboardImage(): Promise<ClipboardImage | null>;
  pickSavePath(name: string): Promise<string | null>;
  pickFolder(): Promise<string | null>;
  openExternal(url: string): Promise<void>;
  /** The content security policy blocked something: for the log. */
  policyBlocked(blocked: { directive: string; source: string }): Promise<void>;
  /** Say it once, after the first paint. */
  windowReady(): Promise<void>;
  /** Where the bytes of a path below `media://localhost/` are. */
  mediaUrl(path: string): string;
  /** The same for sound, which WebKitGTK plays over http only. */
  audioUrl(path: string): Promise<string>;
}

/** A command that the application refused or failed. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
    this.name = 'Refusal';
  }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

/** Whatever was thrown, as a failure that has words. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refusal) return thrown.failure;
  if (isFailure(thrown)) return { code: thrown.code, args: thrown.args ?? {}, detail: thrown.detail ?? null };
  const detail = thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : null;
  return { code: 'internal', args: {}, detail };
}
