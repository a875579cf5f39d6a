/**
 * What a person has typed and not sent, one draft for each agent of each village.
 *
 * Text survives a restart (in this window's storage); files live as long as the window. A draft leaves
 * only when its message was taken by the host, so a failed send loses nothing and nothing is ever sent from
 * another agent's draft.
 */
import type { AttachmentView, Failure } from '~/contract/types.gen';
import { isString, recall, remember } from '~/shared/store/local';

/** A file beside a draft. Its id is the same from the moment it was chosen. */
export type DraftFile = { id: string; name: string } & (
  | { state: 'checking' }
  | { state: 'ready'; attachment: AttachmentView }
  /** It stays until it is taken away, so that nobody sends without it unaware. */
  | { state: 'refused'; failure: Failure }
);

export interface Draft {
  text: string;
  files: readonly DraftFile[];
  /** The message is on its way: it cannot be sent twice. */
  sending: boolean;
}

const keyOf = (village: string, agent: string): string => `draft.${village}.${agent}`;

export class Drafts {
  #drafts = $state.raw<Readonly<Record<string, Draft>>>({});

  get(village: string, agent: string): Draft {
    const key = keyOf(village, agent);
    return this.#drafts[key] ?? { text: recall(key, '', isString), files: [], sending: false };
  }

  setText(village: string, agent: string, text: string): void {
    this.#set(village, agent, { text });
    remember(keyOf(village, agent), text);
  }

  /** Puts a file behind those that are there. */
  attach(village: string, agent: string, file: DraftFile): void {
    const { files } = this.get(village, agent);
    if (files.some((other) => other.id === file.id)) return;
    this.#set(village, agent, { files: [...files, file] });
  }

  holds(village: string, agent: string, id: string): boolean {
    return this.get(village, agent).files.some((file) => file.id === id);
  }

  /** What became of a file, in its place. False when it was taken away meanwhile. */
  settle(village: string, agent: string, settled: DraftFile): boolean {
    if (!this.holds(village, agent, settled.id)) return false;
    const files = this.get(village, agent).files.map((file) => (file.id === settled.id ? settled : file));
    this.#set(village, agent, { files });
    return true;
  }

  detach(village: string, agent: string, id: string): void {
    const { files } = this.get(village, agent);
    this.#set(village, agent, { files: files.filter((file) => file.id !== id) });
  }

  setSending(village: string, agent: string, sending: boolean): void {
    this.#set(village, agent, { sending });
  }

  /** The host took the message. What was typed meanwhile stays. */
  sent(village: string, agent: string, message: Pick<Draft, 'text' | 'files'>): void {
    const draft = this.get(village, agent);
    const ids = new Set(message.files.map((file) => file.id));
    const text = draft.text === message.text ? '' : draft.text;
    this.#set(village, agent, {
      text,
      files: draft.files.filter((file) => !ids.has(file.id)),
      sending: false,
    });
    remember(keyOf(village, agent), text);
  }

  #set(village: string, agent: string, change: Partial<Draft>): void {
    this.#drafts = {
      ...this.#drafts,
      [keyOf(village, agent)]: { ...this.get(village, agent), ...change },
    };
  }
}

/** A file that needs no more looking at. */
export const readyFile = (attachment: AttachmentView): DraftFile => ({
  id: attachment.id,
  name: attachment.name,
  state: 'ready',
  attachment,
});
