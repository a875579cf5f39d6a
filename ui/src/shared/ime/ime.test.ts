import { afterEach, describe, expect, it, vi } from 'vitest';
import { onEnter } from './ime';

interface Key {
  key?: string;
  isComposing?: boolean;
  keyCode?: number;
  shiftKey?: boolean;
  ctrlKey?: boolean;
}

/** A field with a guard; time stands where the test puts it. */
function field() {
  const input = document.createElement('textarea');
  document.body.append(input);
  const enter = vi.fn();
  const detach = onEnter(enter)(input);
  let now = 1000;
  const at = <E extends Event>(event: E): E => {
    Object.defineProperty(event, 'timeStamp', { value: now });
    return event;
  };
  return {
    enter,
    detach,
    input,
    later: (ms: number) => (now += ms),
    begin: () => input.dispatchEvent(at(new CompositionEvent('compositionstart'))),
    end: (data = '日本') => input.dispatchEvent(at(new CompositionEvent('compositionend', { data }))),
    press: ({ key = 'Enter', isComposing = false, keyCode = 13, ...rest }: Key = {}) =>
      input.dispatchEvent(
        at(
          new KeyboardEvent('keydown', {
            key,
            isComposing,
            keyCode,
            bubbles: true,
            cancelable: true,
            ...rest,
          }),
        ),
      ),
  };
}

afterEach(() => document.body.replaceChildren());

describe('Enter that belongs to an input method', () => {
  it('in the order of WKWebView does nothing, and the next one acts once', () => {
    const { begin, end, press, later, enter } = field();
    begin();
    end();
    later(1);
    press({ keyCode: 229 });
    expect(enter).not.toHaveBeenCalled();
    later(80);
    press();
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it('in the order of Chromium does nothing, and the next one acts once', () => {
    const { begin, end, press, enter } = field();
    begin();
    press({ isComposing: true, keyCode: 229 });
    end();
    expect(enter).not.toHaveBeenCalled();
    press();
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it('in the order of WebKitGTK with preedit does nothing', () => {
    const { begin, end, press, enter } = field();
    begin();
    press({ key: 'Unidentified', isComposing: true, keyCode: 229 });
    end('');
    end();
    press();
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it('does not swallow a real Enter with code 229 twice, nor long after', () => {
    const { begin, end, press, later, enter } = field();
    begin();
    end();
    later(10);
    press({ keyCode: 229 });
    press({ keyCode: 229 });
    expect(enter).toHaveBeenCalledTimes(1);
    begin();
    end();
    later(600);
    press({ keyCode: 229 });
    expect(enter).toHaveBeenCalledTimes(2);
  });

  it('is kept from everything around the field', () => {
    const { begin, press, input } = field();
    const around = vi.fn();
    input.ownerDocument.body.addEventListener('keydown', around);
    begin();
    press({ isComposing: true, keyCode: 229 });
    press({ key: 'Escape', isComposing: true, keyCode: 229 });
    expect(around).not.toHaveBeenCalled();
  });

  it('is over when the field loses the focus', () => {
    const { begin, press, input, enter } = field();
    begin();
    input.dispatchEvent(new FocusEvent('blur'));
    press();
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it('passes the event on, so that Shift+Enter and Control+Enter can be told apart', () => {
    const { press, enter, detach } = field();
    press({ shiftKey: true });
    press({ ctrlKey: true });
    expect(enter.mock.calls.map(([event]) => [event.shiftKey, event.ctrlKey])).toEqual([
      [true, false],
      [false, true],
    ]);
    detach();
    press();
    expect(enter).toHaveBeenCalledTimes(2);
  });
});
