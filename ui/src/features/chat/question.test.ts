import { describe, expect, it } from 'vitest';
import type { QuestionField } from '~/contract/types.gen';
import { addressParts, boundsOf, sheetOf, valuesOf } from './question';

const field = (over: Partial<QuestionField>): QuestionField => ({
  key: 'k',
  label: 'K',
  description: null,
  required: false,
  default: null,
  takes: { kind: 'text', min: null, max: null, format: null },
  ...over,
});
const NUMBER = { kind: 'number', integer: false, min: 1, max: null } as const;
const CHOICES = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('a form', () => {
  it('begins with what the server proposes', () => {
    const fields = [
      field({ key: 'name', default: 'Mina' }),
      field({ key: 'age', default: 30, takes: NUMBER }),
      field({ key: 'ok', default: true, takes: { kind: 'flag' } }),
      field({ key: 'one', takes: { kind: 'choice', choices: CHOICES } }),
      field({ key: 'some', default: ['a'], takes: { kind: 'many', choices: CHOICES, min: null, max: null } }),
    ];
    const sheet = sheetOf(fields);
    expect(sheet).toEqual({ name: 'Mina', age: '30', ok: true, one: '', some: ['a'] });
    expect(valuesOf(fields, sheet)).toEqual({ name: 'Mina', age: 30, ok: true, some: ['a'] });
  });

  it('leaves out what is empty, and lets the host judge what is no number', () => {
    const age = field({ key: 'age', takes: NUMBER });
    expect(valuesOf([field({}), age], { k: '', age: '' })).toEqual({});
    expect(valuesOf([age], { age: ' 4.5 ' })).toEqual({ age: 4.5 });
    expect(valuesOf([age], { age: 'four' })).toEqual({ age: 'four' });
    const many = field({ required: true, takes: { kind: 'many', choices: CHOICES, min: null, max: null } });
    expect(valuesOf([many], { k: [] })).toEqual({ k: [] });
  });

  it('says what a number may be', () => {
    expect(boundsOf(field({ takes: NUMBER }))).toEqual({ key: 'question-min', args: { min: '1' } });
    expect(boundsOf(field({ takes: { ...NUMBER, max: 9 } }))?.key).toBe('question-min-max');
    expect(boundsOf(field({}))).toBeNull();
  });
});

describe('an address', () => {
  it('is cut at its real host', () => {
    expect(addressParts('https://pay.example/a?b=pay.example', 'pay.example')).toEqual({
      before: 'https://',
      host: 'pay.example',
      after: '/a?b=pay.example',
    });
    const fake = addressParts('https://bank.example@evil.example/', 'evil.example');
    expect([fake.before, fake.host]).toEqual(['https://bank.example@', 'evil.example']);
  });
});
