/**
 * A window on the log: a run of matching lines without a gap, that grows at both ends.
 *
 * Invariant: an answer to a question that is no longer asked (the filter changed meanwhile) is thrown away.
 * The log can turn over while it is read; then its line numbers begin anew, and so does this.
 */
import type { Failure, LogLevel, LogLine, LogPage } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import type { App } from '~/state/app.svelte';

/** Lines of one page. */
export const PAGE = 500;

export interface LogFilter {
  agent: string;
  kind: string;
  /** This level and above. */
  level: LogLevel;
  /** Milliseconds; null is no bound. */
  since: number | null;
  until: number | null;
  text: string;
}

export const ANY = '';
/** The filter that leaves nothing out. */
export const EVERYTHING: LogFilter = {
  agent: ANY,
  kind: ANY,
  level: 'info',
  since: null,
  until: null,
  text: '',
};

export class LogPager {
  lines = $state.raw<readonly LogLine[]>([]);
  /** There are older ones that match. */
  older = $state(false);
  /** There may be newer ones: the window does not reach the end. */
  newer = $state(false);
  matching = $state(0);
  total = $state(0);
  agents = $state.raw<readonly string[]>([]);
  kinds = $state.raw<readonly string[]>([]);
  filter = $state.raw<LogFilter>(EVERYTHING);
  ready = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** Counts fresh windows, so that a list knows when to begin anew. */
  window = $state(0);
  #question = 0;
  #busy = false;
  #again = false;

  constructor(
    readonly app: App,
    readonly village: string,
  ) {}

  setFilter(change: Partial<LogFilter>): Promise<void> {
    this.filter = { ...this.filter, ...change };
    return this.reload();
  }

  get filtered(): boolean {
    const { agent, kind, level, since, until, text } = this.filter;
    return (
      [agent, kind, text.trim()].some((one) => one !== ANY) ||
      level !== 'info' ||
      since !== null ||
      until !== null
    );
  }

  /** The newest page. */
  async reload(): Promise<void> {
    const page = await this.#ask(undefined, ++this.#question);
    if (!page) return;
    this.#open(page, page.lines, page.more, false);
  }

  /** The page before. */
  async readOlder(): Promise<void> {
    const first = this.lines[0];
    if (!this.older || this.#busy || !first) return;
    this.#busy = true;
    const page = await this.#ask(first.number, this.#question);
    this.#busy = false;
    if (!page || this.#turned(page)) return;
    this.lines = [...page.lines, ...this.lines];
    this.older = page.more;
  }

  /** What was written since, or the page after where the window does not reach the end. */
  async readNewer(): Promise<void> {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    const last = this.lines.at(-1)?.number ?? -1;
    const jump = this.newer ? last + 1 + PAGE : undefined;
    const page = await this.#ask(jump, this.#question);
    this.#busy = false;
    if (page && !this.#turned(page)) {
      const fresh = page.lines.filter((line) => line.number > last);
      const gap =
        jump === undefined && page.more && fresh.length === page.lines.length && this.lines.length > 0;
      if (gap) this.#open(page, page.lines, page.more, false);
      else {
        this.#count(page);
        if (fresh.length > 0) this.lines = [...this.lines, ...fresh];
        this.newer = jump !== undefined && jump < page.total;
      }
    }
    if (!this.#again) return;
    this.#again = false;
    await this.readNewer();
  }

  /** A window around one line, whatever the filter was. */
  async showLine(number: number): Promise<void> {
    this.filter = EVERYTHING;
    const before = number + PAGE / 2;
    const page = await this.#ask(before, ++this.#question);
    if (page) this.#open(page, page.lines, page.more, before < page.total);
  }

  #open(page: LogPage, lines: readonly LogLine[], older: boolean, newer: boolean): void {
    this.#count(page);
    this.lines = lines;
    this.older = older;
    this.newer = newer;
    this.ready = true;
    this.window += 1;
  }

  #count(page: LogPage): void {
    this.matching = page.matching;
    this.total = page.total;
    this.agents = page.agents;
    this.kinds = page.kinds;
  }

  #turned(page: LogPage): boolean {
    if (page.total >= this.total) return false;
    void this.reload();
    return true;
  }

  async #ask(before: number | undefined, question: number): Promise<LogPage | null> {
    const { agent, kind, level, since, until, text } = this.filter;
    const wanted = text.trim();
    try {
      const page = await this.app.platform.rpc('log_read', {
        village: this.village,
        limit: PAGE,
        ...(agent !== ANY && { agent }),
        ...(kind !== ANY && { kind }),
        ...(level !== 'info' && { level }),
        ...(since !== null && { since_ms: since }),
        ...(until !== null && { until_ms: until }),
        ...(wanted !== '' && { text: wanted }),
        ...(before !== undefined && { before }),
      });
      if (question !== this.#question) return null;
      this.failure = null;
      return page;
    } catch (thrown) {
      if (question === this.#question) this.failure = failureOf(thrown);
      return null;
    }
  }
}
