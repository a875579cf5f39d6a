/**
 * A document of a prompt while a person edits it.
 *
 * Invariant: text that could not be read is never offered for editing, so that saving cannot put an empty
 * document in its place.
 */
import type { Document } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import type { App } from '~/state/app.svelte';
import { Saver } from '~/shared/ui/saver.svelte';
import type { Savable } from '~/shared/ui/unsaved.svelte';

export class DocumentDraft extends Saver implements Savable {
  text = $state('');
  #saved = $state('');
  phase = $state<'loading' | 'ready' | 'failed'>('loading');
  readonly dirty: boolean = $derived(this.phase === 'ready' && this.text !== this.#saved);

  constructor(
    readonly app: App,
    readonly village: string,
    readonly document: Document,
    /** Whose; none for the ordinance. */
    readonly agent?: string,
  ) {
    super();
    void this.load();
  }

  get #id(): { village: string; document: Document; agent?: string } {
    const { village, document, agent } = this;
    return { village, document, ...(agent !== undefined && { agent }) };
  }

  async load(): Promise<void> {
    this.phase = 'loading';
    this.problem = null;
    try {
      const { text } = await this.app.platform.rpc('document_get', this.#id);
      this.text = text;
      this.#saved = text;
      this.phase = 'ready';
    } catch (thrown) {
      this.problem = failureOf(thrown);
      this.phase = 'failed';
    }
  }

  async save(): Promise<boolean> {
    if (this.phase !== 'ready') return false;
    if (!this.dirty) return true;
    const { text } = this;
    return this.try(async () => {
      await this.app.platform.rpc('document_set', { ...this.#id, text });
      this.#saved = text;
    });
  }
}
