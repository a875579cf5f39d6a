/**
 * Whether a key belongs to an input method.
 *
 * Chromium and WebKitGTK mark the Enter that confirms a word with `isComposing`. WKWebView ends the
 * composition first and sends that Enter afterwards, marked by nothing but key code 229; a later real Enter
 * may carry 229 too. So one such key after the end of a composition is taken for the confirming one.
 */
const AFTER_MS = 500;

export class ImeGuard {
  #composing = false;
  #ended = Number.NEGATIVE_INFINITY;

  readonly start = (): void => {
    this.#composing = true;
  };

  readonly end = (event: CompositionEvent): void => {
    this.#composing = false;
    this.#ended = event.timeStamp;
  };

  /** The field lost focus: whatever was being composed is over. */
  readonly leave = (): void => {
    this.#composing = false;
  };

  /** True when the input method owns this key: leave it alone. */
  owns(event: KeyboardEvent): boolean {
    if (event.isComposing || this.#composing) return true;
    const confirms = event.keyCode === 229 && event.timeStamp - this.#ended < AFTER_MS;
    if (confirms) this.#ended = Number.NEGATIVE_INFINITY;
    return confirms;
  }
}

/**
 * Wires a guard to a text field and calls `enter` for each Enter that is the person's own.
 * Use as `{@attach onEnter(...)}`.
 */
export function onEnter(enter: (event: KeyboardEvent) => void): (field: HTMLElement) => () => void {
  return (field) => {
    const guard = new ImeGuard();
    const keydown = (event: KeyboardEvent): void => {
      if (guard.owns(event)) {
        // Escape and Enter of an input method must not close a dialog around the field either.
        event.stopPropagation();
        return;
      }
      if (event.key === 'Enter') enter(event);
    };
    field.addEventListener('compositionstart', guard.start);
    field.addEventListener('compositionend', guard.end);
    field.addEventListener('blur', guard.leave);
    field.addEventListener('keydown', keydown);
    return () => {
      field.removeEventListener('compositionstart', guard.start);
      field.removeEventListener('compositionend', guard.end);
      field.removeEventListener('blur', guard.leave);
      field.removeEventListener('keydown', keydown);
    };
  };
}
