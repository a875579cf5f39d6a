/**
 * The blackboard while a person writes on it.
 *
 * Invariant: what is typed is ours until it is saved or thrown away, whoever writes meanwhile; and what
 * somebody else wrote meanwhile is never replaced before the person has seen it.
 */
import type { BoardView } from '~/contract/types.gen';
import { Saver } from '~/shared/ui/saver.svelte';
import type { App } from '~/state/app.svelte';

/** What is being typed, and the text it began from. */
interface Typed {
  text: string;
  mark: string;
}

/** What was typed stays while another tab or village is looked at. */
const kept = new Map<string, Typed>();

export class BoardDraft extends Saver {
  #typed = $state.raw<Typed | null>(null);

  constructor(
    readonly app: App,
    readonly village: string,
  ) {
    super();
    this.#typed = kept.get(village) ?? null;
  }

  get board(): BoardView {
    return this.app.data.open[this.village]?.board ?? { text: '', mark: '', by: '', at_ms: 0 };
  }

  get editing(): boolean {
    return this.#typed !== null;
  }

  get text(): string {
    return this.#typed?.text ?? this.board.text;
  }

  set text(text: string) {
    if (this.#typed) this.#keep({ ...this.#typed, text });
  }

  /** Somebody else wrote since the person began. */
  get changed(): boolean {
    return this.#typed !== null && this.#typed.mark !== this.board.mark;
  }

  #keep(typed: Typed | null): void {
    this.#typed = typed;
    if (typed) kept.set(this.village, typed);
    else kept.delete(this.village);
  }

  edit(): void {
    if (!this.#typed) this.#keep({ text: this.board.text, mark: this.board.mark });
  }

  /** Goes on from the text as it is now. */
  takeNew(): void {
    this.problem = null;
    this.#keep({ text: this.board.text, mark: this.board.mark });
  }

  /** Goes on with what was typed: the person has seen the other text. */
  keepMine(): void {
    this.problem = null;
    if (this.#typed) this.#keep({ ...this.#typed, mark: this.board.mark });
  }

  discard(): void {
    this.problem = null;
    this.#keep(null);
  }

  async save(): Promise<boolean> {
    const typed = this.#typed;
    if (!typed || this.changed) return false;
    return this.try(async () => {
      await this.app.platform.rpc('board_set', { village: this.village, ...typed });
      this.#keep(null);
    });
  }
}
