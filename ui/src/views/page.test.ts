import { afterEach, describe, expect, it } from 'vitest';
import { bootApp } from '~/../tests/render';
import { guardPage } from './page';

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

async function page(html: string) {
  const { app, platform } = await bootApp();
  stop = guardPage(app);
  document.body.innerHTML = html;
  return platform;
}
const press = (selector: string, type = 'click'): boolean =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true })) ?? true;

describe('the page', () => {
  it('opens links outside and never follows one', async () => {
    const platform = await page(
      '<a href="https://example.com/a"><b id="in">x</b></a><a id="mail" href="mailto:a@b.c">m</a>',
    );
    expect(press('#in')).toBe(false);
    expect(press('#mail', 'auxclick')).toBe(false);
    expect(platform.opened).toEqual(['https://example.com/a', 'mailto:a@b.c']);
  });

  it('does nothing with any other address', async () => {
    const platform = await page('<a id="a" href="file:///etc/passwd">x</a><a id="b" href="/settings">y</a>');
    expect(press('#a')).toBe(false);
    expect(press('#b')).toBe(false);
    expect(platform.opened).toEqual([]);
  });

  it('does not open files that are dropped beside a target', async () => {
    await page('<p id="p">x</p>');
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    document.querySelector('#p')?.dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
  });

  it('keeps the menu of the browser in text fields only', async () => {
    await page('<p id="p">x</p><textarea id="t"></textarea>');
    expect(press('#p', 'contextmenu')).toBe(false);
    expect(press('#t', 'contextmenu')).toBe(true);
  });
});
