import { describe, expect, it } from 'vitest';
import { Follow } from './follow';

describe('following the end', () => {
  it('lets go at the first scroll up by hand, and not before', () => {
    const follow = new Follow();
    follow.scrolled(1000, 0, false);
    follow.scrolled(970, 30, true);
    expect(follow.following).toBe(false);
  });

  it('lets go of a jump of the offset without a hand only when it is far', () => {
    const follow = new Follow();
    follow.scrolled(1000, 0, false);
    follow.scrolled(990, 10, false);
    expect(follow.following).toBe(true);
    follow.scrolled(700, 300, false);
    expect(follow.following).toBe(false);
  });

  it('stays where the person reads while text comes in, and follows again within 64 pixels of the end', () => {
    const follow = new Follow();
    follow.scrolled(1000, 0, false);
    follow.scrolled(700, 300, true);
    follow.scrolled(700, 900, false);
    expect(follow.following).toBe(false);
    follow.scrolled(1400, 65, true);
    expect(follow.following).toBe(false);
    follow.scrolled(1402, 63, true);
    expect(follow.following).toBe(true);
  });

  it('holds on when content shrinks and the offset is pushed up with it', () => {
    const follow = new Follow();
    follow.scrolled(1000, 0, false);
    follow.scrolled(900, 0, true);
    expect(follow.following).toBe(true);
  });

  it('takes hold when the person asks for the end', () => {
    const follow = new Follow();
    follow.scrolled(1000, 0, false);
    follow.scrolled(200, 800, true);
    follow.hold();
    expect(follow.following).toBe(true);
  });
});
