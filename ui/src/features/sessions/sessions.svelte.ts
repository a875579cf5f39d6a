/** Conversations of a village in a list: found, renamed, exported, deleted. */
import type { SearchHit, SessionView } from '~/contract/types.gen';
import type { App } from '~/state/app.svelte';

export class Sessions {
  list = $state.raw<readonly SessionView[] | null>(null);
  query = $state('');
  /** What was found for {@link asked}; null while nothing is looked for. */
  hits = $state.raw<readonly SearchHit[] | null>(null);
  /** The words that the hits belong to. */
  asked = $state('');
  /** The conversation whose title is typed. */
  renaming = $state<string | null>(null);
  #question = 0;

  constructor(
    readonly app: App,
    readonly village: string,
  ) {
    void this.load();
  }

  async load(): Promise<void> {
    const found = await this.app.ask('session_list', { village: this.village });
    if (found) this.list = found.sessions;
  }

  async search(): Promise<void> {
    const query = this.query.trim();
    const question = ++this.#question;
    if (query === '') {
      this.hits = null;
      return;
    }
    const found = await this.app.ask('session_search', { village: this.village, query });
    if (!found || question !== this.#question) return;
    this.hits = found.hits;
    this.asked = query;
  }

  async rename(session: SessionView, title: string): Promise<void> {
    this.renaming = null;
    const clean = title.trim();
    if (clean === session.title) return;
    const named = await this.app.ask('session_rename', {
      village: this.village,
      session: session.id,
      title: clean,
    });
    if (!named) return;
    this.list = this.list?.map((one) => (one.id === named.id ? named : one)) ?? null;
    const open = this.app.data.open[this.village]?.view.session.id === named.id;
    this.app.take([{ event: 'session', village: this.village, session: named, open }]);
  }

  async export(session: SessionView): Promise<void> {
    const saved = await this.app.ask('session_export', { village: this.village, session: session.id });
    if (saved) this.app.toasts.say('media-saved', { path: saved.path });
  }

  async remove(session: SessionView): Promise<void> {
    const rest = await this.app.ask('session_delete', { village: this.village, session: session.id });
    if (!rest) return;
    this.list = rest.sessions;
    this.hits = this.hits?.filter((hit) => hit.session.id !== session.id) ?? null;
  }
}
