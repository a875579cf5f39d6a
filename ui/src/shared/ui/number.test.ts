import { describe, expect, it } from 'vitest';
import { typedNumber } from './number';
import { fitting } from './suggest';

describe('a typed number', () => {
  const rounds = { min: 1, max: 100 };
  it.each([
    ['12', 12],
    [' 12 ', 12],
    ['１２', 12],
    ['', null],
    ['  ', null],
    ['0', undefined],
    ['101', undefined],
    ['1.5', undefined],
    ['1e2', undefined],
    ['-3', undefined],
    ['twelve', undefined],
  ] as const)('%j is %s', (text, value) => {
    expect(typedNumber(text, rounds)).toBe(value);
  });

  it('takes separators of thousands, and decimals where they are allowed', () => {
    expect(typedNumber('200,000', { min: 1, max: 1e9 })).toBe(200_000);
    expect(typedNumber('0.7', { min: 0, max: 2, decimal: true })).toBe(0.7);
    expect(typedNumber('.7', { min: 0, max: 2, decimal: true })).toBe(0.7);
    expect(typedNumber('2.1', { min: 0, max: 2, decimal: true })).toBeUndefined();
  });
});

describe('suggestions', () => {
  it('begin with what was typed before they contain it, whatever the case', () => {
    const models = ['gpt-5', 'o3', 'Pro-GPT', 'gpt-5-mini'];
    expect(fitting(models, 'GPT')).toEqual(['gpt-5', 'gpt-5-mini', 'Pro-GPT']);
    expect(fitting(models, ' ')).toEqual(models);
    expect(fitting(models, 'x')).toEqual([]);
  });
});
