/**
 * From what a person picked, pasted or dropped to a file of a draft.
 *
 * A file stands in the draft from the moment it was chosen, in its place; what became of it arrives there, and
 * nowhere if it was taken away meanwhile.
 */
import { failureOf, Refusal } from '~/platform/types';
import { base64Of } from '~/shared/ui/files';
import type { App } from '~/state/app.svelte';
import { readyFile, type DraftFile } from '~/state/drafts.svelte';
import { pastedName } from './compose';

/** Whose draft it is. */
export interface Owner {
  village: string;
  agent: string;
}

interface Content {
  name: string;
  data: string;
}

export class Attaching {
  #pasted = 0;

  constructor(readonly app: App) {}

  /** All of them are shown at once, and looked at one after the other. One that is too large is not even read. */
  async files(owner: Owner, files: readonly File[]): Promise<void> {
    const chosen = files.map((file) => {
      const name = file.name || this.#pastedName(file.type);
      return { id: this.#show(owner, name), name, file };
    });
    const limit = this.app.data.attachmentMb;
    for (const { id, name, file } of chosen)
      await this.#look(owner, id, name, () => contentOf(name, file, limit));
  }

  /**
   * WebKitGTK shows the page an empty paste where the clipboard holds an image; the host can look. Until it
   * has, a picture is taken to be there.
   */
  async clipboard(owner: Owner): Promise<void> {
    const name = this.#pastedName('image/png');
    const read = () => this.app.platform.clipboardImage().catch(() => null);
    await this.#look(owner, this.#show(owner, name), name, read);
  }

  async frame(owner: Owner, seq: number): Promise<void> {
    const frame = await this.app.ask('frame_take', { ...owner, seq });
    if (frame) this.app.drafts.attach(owner.village, owner.agent, readyFile(frame));
  }

  async remove({ village, agent }: Owner, file: DraftFile): Promise<void> {
    this.app.drafts.detach(village, agent, file.id);
    if (file.state !== 'refused') await this.app.ask('attachment_remove', { village, id: file.id });
  }

  #pastedName(type: string): string {
    this.#pasted += 1;
    return pastedName(type, this.#pasted);
  }

  #show({ village, agent }: Owner, name: string): string {
    const id = crypto.randomUUID();
    this.app.drafts.attach(village, agent, { id, name, state: 'checking' });
    return id;
  }

  async #look(owner: Owner, id: string, name: string, read: () => Promise<Content | null>): Promise<void> {
    const { drafts, platform } = this.app;
    const { village, agent } = owner;
    try {
      const content = drafts.holds(village, agent, id) ? await read() : null;
      if (content === null) return drafts.detach(village, agent, id);
      if (!drafts.holds(village, agent, id)) return;
      const attachment = await platform.rpc('attachment_add', { ...owner, ...content, id });
      const taken = drafts.settle(village, agent, readyFile(attachment));
      // The host had it before it heard that nobody wants it.
      if (!taken) await this.app.ask('attachment_remove', { village, id });
    } catch (thrown) {
      drafts.settle(village, agent, { id, name, state: 'refused', failure: failureOf(thrown) });
    }
  }
}

/** What is in a file. A folder, and a file that is gone, cannot be read. */
async function contentOf(name: string, file: File, limit: number): Promise<Content> {
  if (file.size > limit * 1_048_576)
    throw new Refusal({ code: 'attachment-too-large', args: { name, limit: String(limit) }, detail: null });
  const data = await base64Of(file).catch(() => {
    throw new Refusal({ code: 'attachment-unreadable', args: { name }, detail: null });
  });
  return { name, data };
}
