/**
 * Asks before typed text is lost.
 *
 * Invariant: what was typed leaves only when the person said so, or when the host has taken it. A part that
 * could not be saved keeps the dialog open.
 */
export interface Savable {
  readonly dirty: boolean;
  /** True when the host has taken it. */
  save(): Promise<boolean>;
}

export class UnsavedGuard {
  /** What to do once nothing is lost; null while nobody is asked. */
  #then = $state.raw<(() => void) | null>(null);
  saving = $state(false);

  constructor(readonly parts: () => readonly Savable[]) {}

  get asking(): boolean {
    return this.#then !== null;
  }

  get dirty(): boolean {
    return this.parts().some((part) => part.dirty);
  }

  /** Goes on at once where nothing would be lost, else asks. */
  leave(then: () => void): void {
    if (this.dirty) this.#then = then;
    else then();
  }

  stay(): void {
    this.#then = null;
  }

  discard(): void {
    const then = this.#then;
    this.#then = null;
    then?.();
  }

  async save(): Promise<void> {
    this.saving = true;
    let saved = true;
    for (const part of this.parts()) if (saved && part.dirty) saved = await part.save();
    this.saving = false;
    if (saved) this.discard();
    else this.stay();
  }
}
