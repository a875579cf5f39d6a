/**
 * Brings frames to the screen: one request in flight, and while it flies only the newest wish is kept, so
 * that a slow screen skips frames instead of falling behind.
 */
export interface Wanted {
  seq: number;
  /** When it came: a new run of the panel counts from one again. */
  at_ms: number;
}

const same = (one: Wanted | null, other: Wanted | null): boolean =>
  one?.seq === other?.seq && one?.at_ms === other?.at_ms;

export class Puller {
  #wanted: Wanted | null = null;
  #drawn: Wanted | null = null;
  #busy = false;
  #stopped = false;

  constructor(
    /** Fetches, decodes and draws a frame. */
    private readonly draw: (seq: number) => Promise<void>,
    private readonly ondrawn: (seq: number) => void,
  ) {}

  want(frame: Wanted): void {
    this.#wanted = frame;
    void this.#work();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#wanted !== null && !same(this.#wanted, this.#drawn) && !this.#stopped) {
      const frame = this.#wanted;
      try {
        await this.draw(frame.seq);
        if (!this.#stopped) this.ondrawn(frame.seq);
      } catch {
        // The frame has left the ring meanwhile; the next one comes.
      }
      this.#drawn = frame;
    }
    this.#busy = false;
  }
}
