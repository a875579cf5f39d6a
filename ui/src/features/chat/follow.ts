/**
 * Whether the list follows its end. It holds on while the person is within 64 pixels of it (a stream ends
 * about a pixel off), lets go at the first scroll up, and takes hold again when the person comes back down.
 *
 * Only the person lets go: content that grows or shrinks moves the offset too, but not by their hand.
 */
export const NEAR_PX = 64;
/** Less than this is rounding. */
const STILL_PX = 2;

export class Follow {
  #following = true;
  #offset = 0;

  get following(): boolean {
    return this.#following;
  }

  /** The offset changed. `byHand`: the person has just used wheel, keys, touch or scrollbar. */
  scrolled(offset: number, distance: number, byHand: boolean): void {
    const up = offset < this.#offset - STILL_PX;
    this.#offset = offset;
    if (up) {
      if (distance >= NEAR_PX || (byHand && distance > STILL_PX)) this.#following = false;
    } else if (distance < NEAR_PX) {
      this.#following = true;
    }
  }

  /** The person asked for the end: a press on the button, a sent message. */
  hold(): void {
    this.#following = true;
  }

  letGo(): void {
    this.#following = false;
  }
}
