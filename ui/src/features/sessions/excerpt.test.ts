import { describe, expect, it } from 'vitest';
import { cuts } from './excerpt';

const marked = (text: string, query: string): string =>
  cuts(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('an excerpt', () => {
  it.each([
    ['The left half is red', 'RED left', 'The [left] half is [red]'],
    ['左半分は赤、右は青', '赤', '左半分は[赤]、右は青'],
    ['cats and cat', 'cat cats', '[cats] and [cat]'],
    ['1+1 (two) $5', '1+1 (two) $5', '[1+1] [(two)] [$5]'],
    ['nothing here', 'x', 'nothing here'],
    ['as it is', '  ', 'as it is'],
  ])('%j with %j is %j', (text, query, result) => {
    expect(marked(text, query)).toBe(result);
  });
});
