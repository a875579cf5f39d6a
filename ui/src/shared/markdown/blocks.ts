/**
 * Splits a growing Markdown text into finished blocks and a tail, so that each step of a stream renders only
 * the tail.
 *
 * Invariant: the pieces joined are the text. A block is finished when another one has begun after it at the
 * top level; what still can change (a list that becomes loose, an open fence) is always the last one. Links by
 * reference that are defined later stay as text until the message is done and rendered as a whole.
 */
import { markdown } from './markdown';

export class Blocks {
  #done: string[] = [];
  #doneLength = 0;
  #source = '';
  #tail = '';

  get done(): readonly string[] {
    return this.#done;
  }

  get tail(): string {
    return this.#tail;
  }

  /** Takes the whole text so far; nearly always the former one with more at its end. */
  update(source: string): this {
    if (!source.startsWith(this.#source)) {
      this.#done = [];
      this.#doneLength = 0;
    }
    const grown = source.slice(this.#source.length);
    this.#source = source;
    this.#tail = source.slice(this.#doneLength);
    // A block can only end where a line ends.
    if (grown.includes('\n') || grown === source) this.#freeze();
    return this;
  }

  #freeze(): void {
    const starts = markdown
      .parse(this.#tail, { copy: '' })
      .filter((token) => token.level === 0 && token.nesting >= 0 && token.map !== null)
      .map((token) => token.map?.[0] ?? 0);
    const last = starts.at(-1);
    if (last === undefined || last === 0) return;
    const offsets = lineOffsets(this.#tail);
    // Everything before the first block belongs to it, so that nothing of the text is lost.
    const cuts = [0, ...starts.slice(1).map((line) => offsets[line] ?? this.#tail.length)];
    const cut = cuts.at(-1) ?? 0;
    this.#done = [...this.#done, ...cuts.slice(1).map((end, at) => this.#tail.slice(cuts[at], end))];
    this.#doneLength += cut;
    this.#tail = this.#tail.slice(cut);
  }
}

function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}
