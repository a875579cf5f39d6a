/**
 * What a person has typed and not sent, one draft for each agent of each village.
 *
 * Text survives a restart (in this window's storage); attachments live as long as the window. A draft leaves
 * only when its message was taken by the host, so a failed send loses nothing and nothing is ever sent from
 * another agent's draft.
 */
import type { AttachmentView } from '~/contract/types.gen';
import { isString, recall, remember } from '~/shared/store/local';

export interface Draft {
  text: string;
  attachments: readonly AttachmentView[];
  /** The message is on its way: it cannot be sent twice. */
  sending: boolean;
}

const keyOf = (village: string, agent: string): string => `draft.${village}.${agent}`;

export class Drafts {
  #drafts = $state.raw<Readonly<Record<string, Draft>>>({});

  get(village: string, agent: string): Draft {
    const key = keyOf(village, agent);
    return this.#drafts[key] ?? { text: recall(key, '', isString), attachments: [], sending: false };
  }

  setText(village: string, agent: string, text: string): void {
    this.#set(village, agent, { text });
    remember(keyOf(village, agent), text);
  }

  attach(village: string, agent: string, attachment: AttachmentView): void {
    const { attachments } = this.get(village, agent);
    if (attachments.some((other) => other.id === attachment.id)) return;
    this.#set(village, agent, { attachments: [...attachments, attachment] });
  }

  detach(village: string, agent: string, id: string): void {
    const { attachments } = this.get(village, agent);
    this.#set(village, agent, { attachments: attachments.filter((attachment) => attachment.id !== id) });
  }

  setSending(village: string, agent: string, sending: boolean): void {
    this.#set(village, agent, { sending });
  }

  /** The host took the message. What was typed meanwhile stays. */
  sent(village: string, agent: string, message: Pick<Draft, 'text' | 'attachments'>): void {
    const draft = this.get(village, agent);
    const ids = new Set(message.attachments.map((attachment) => attachment.id));
    const text = draft.text === message.text ? '' : draft.text;
    this.#set(village, agent, {
      text,
      attachments: draft.attachments.filter((attachment) => !ids.has(attachment.id)),
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
