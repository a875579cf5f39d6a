import { describe, expect, it } from 'vitest';
import { Blocks } from './blocks';
import { markdown, render, sanitize } from './markdown';

const html = (source: string): string => render(source, 'Copy');
const dom = (source: string): HTMLElement => {
  const host = document.createElement('div');
  host.innerHTML = html(source);
  return host;
};

describe('untrusted Markdown', () => {
  it('shows raw HTML as text', () => {
    const host = dom('<img src=x onerror="alert(1)"><script>alert(1)</script><b>b</b>');
    expect(host.querySelector('img, script, b')).toBeNull();
    expect(host.textContent).toContain('<b>b</b>');
  });

  it('never loads a picture: it becomes a link, or words', () => {
    const host = dom('![a cat](https://example.com/cat.png) ![x](data:image/png;base64,AAAA)');
    expect(host.querySelector('img')).toBeNull();
    expect(host.querySelector('a')?.getAttribute('href')).toBe('https://example.com/cat.png');
    expect(host.querySelector('a')?.textContent).toBe('a cat');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '/local',
    '#here',
  ])('makes no link of %s', (url) => {
    expect(dom(`[x](${url})`).querySelector('a')).toBeNull();
  });

  it('says on hover where a link goes, whatever its text says', () => {
    const link = dom('[https://bank.example](https://evil.example/x)').querySelector('a');
    expect(link?.getAttribute('title')).toBe('https://evil.example/x');
  });

  it('lets no style, id, handler or foreign class of HTML through the second wall either', () => {
    expect(sanitize('<p style="color:red" id="app" onclick="x()">y</p>')).toBe('<p>y</p>');
    expect(sanitize('<a href="javascript:x">y</a>')).toBe('<a>y</a>');
    expect(sanitize('<svg><a href="https://x">y</a></svg><form><input></form>')).not.toMatch(
      /svg|form|input/,
    );
  });

  it('aligns table cells without a style attribute', () => {
    const host = dom('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(host.innerHTML).not.toContain('style');
    expect(host.querySelectorAll('td')[1]?.getAttribute('align')).toBe('right');
  });

  it('gives code a copy button with the words of the language, and keeps the code exact', () => {
    const host = document.createElement('div');
    host.innerHTML = render('```js\nif (a < b) {\n  "x";\n}\n```', 'コピー');
    expect(host.querySelector('button')?.textContent).toBe('コピー');
    expect(host.querySelector('button')?.getAttribute('type')).toBe('button');
    expect(host.querySelector('pre')?.getAttribute('tabindex')).toBe('0');
    expect(host.querySelector('code')?.textContent).toBe('if (a < b) {\n  "x";\n}\n');
    expect(host.querySelector('.code-head span')?.textContent).toBe('js');
  });

  it('keeps the number a list begins with', () => {
    expect(dom('3. c').querySelector('ol')?.getAttribute('start')).toBe('3');
  });

  it('links full addresses only, not file names', () => {
    expect(dom('see notes.md and https://example.com/a').querySelectorAll('a')).toHaveLength(1);
  });
});

const SAMPLES = [
  '# a\n\npara\n\n```js\nx\n\ny\n```\n\n- l1\n- l2\n\nend',
  'one\n\n- a\n- b\n\n  loose now\n- c\n\nafter',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\ntext\n\n> quote\n> more\n\n1. x\n2. y\n\n   deep\n\nlast **bold** end',
  '\n\n  leading blank lines\n\n~~~\nopen fence\n\nwith blank\n',
  '日本語の段落です。\n\n中文段落。\n\n---\n\n終わり',
  'a\r\n\r\nb\r\n\r\n```\r\nc\r\n```\r\n\r\nd',
];

describe('a growing text', () => {
  it.each(SAMPLES)('loses no character, whatever the steps: %#', (sample) => {
    for (const step of [1, 2, 3, 7, 50]) {
      const blocks = new Blocks();
      for (let end = step; end < sample.length + step; end += step) {
        const source = sample.slice(0, Math.min(end, sample.length));
        blocks.update(source);
        expect([...blocks.done, blocks.tail].join('')).toBe(source);
      }
    }
  });

  it.each(SAMPLES)('renders in pieces what it renders as a whole: %#', (sample) => {
    const blocks = new Blocks();
    for (let end = 1; end <= sample.length; end += 1) blocks.update(sample.slice(0, end));
    const pieces = [...blocks.done, blocks.tail].map((part) => markdown.render(part, { copy: 'c' })).join('');
    expect(pieces).toBe(markdown.render(sample, { copy: 'c' }));
  });

  it('never changes a finished block', () => {
    const blocks = new Blocks();
    const sample = SAMPLES[0] ?? '';
    let before: readonly string[] = [];
    for (let end = 1; end <= sample.length; end += 1) {
      blocks.update(sample.slice(0, end));
      expect(blocks.done.slice(0, before.length)).toEqual(before);
      before = blocks.done;
    }
    // The list is still open: no line after it has ended.
    expect(before).toEqual(['# a\n\n', 'para\n\n', '```js\nx\n\ny\n```\n\n']);
  });

  it('begins anew with another text', () => {
    const blocks = new Blocks().update('a\n\nb\n\nc');
    blocks.update('other');
    expect([...blocks.done, blocks.tail]).toEqual(['other']);
  });
});
