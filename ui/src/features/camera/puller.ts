/**
 * Brings frames to the screen: one request in flight, and while it flies only the newest wish is kept, so
 * that a slow screen skips frames instead of falling behind.
 */
export class Puller {
  #wanted = -1;
  #drawn = -1;
  #busy = false;
  #stopped = false;

  constructor(
    /** Fetches, decodes and draws a frame. */
    private readonly draw: (seq: number) => Promise<void>,
    private readonly ondrawn: (seq: number) => void,
  ) {}

  /** There is a newer frame. A lower number is a new run of the panel. */
  want(seq: number): void {
    this.#wanted = seq;
    void this.#work();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#wanted !== this.#drawn && !this.#stopped) {
      const seq = this.#wanted;
      try {
        await this.draw(seq);
        if (!this.#stopped) this.ondrawn(seq);
      } catch {
        // The frame has left the ring meanwhile; the next one comes.
      }
      this.#drawn = seq;
    }
    this.#busy = false;
  }
}
