import { describe, expect, it } from 'vitest';
import { Refusal } from '~/platform/types';
import { Saver } from './saver.svelte';

class Letter extends Saver {
  save(work: () => Promise<void>): Promise<boolean> {
    return this.try(work);
  }
}

const refuse = (): Promise<void> =>
  Promise.reject(new Refusal({ code: 'offline', args: {}, detail: 'no route' }));

describe('a try to save', () => {
  it('is under way until the host has answered, and alone', async () => {
    const letter = new Letter();
    let answer = (): void => undefined;
    const first = letter.save(() => new Promise((resolve) => (answer = resolve)));
    expect(letter.saving).toBe(true);
    let second = false;
    expect(
      await letter.save(async () => {
        second = true;
      }),
    ).toBe(false);
    expect(second).toBe(false);
    answer();
    expect(await first).toBe(true);
    expect(letter.saving).toBe(false);
  });

  it('leaves why it failed until the next one', async () => {
    const letter = new Letter();
    expect(await letter.save(refuse)).toBe(false);
    expect(letter.problem).toEqual({ code: 'offline', args: {}, detail: 'no route' });
    expect(letter.saving).toBe(false);
    expect(await letter.save(() => Promise.resolve())).toBe(true);
    expect(letter.problem).toBeNull();
  });
});
