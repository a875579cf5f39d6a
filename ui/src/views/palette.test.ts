import { describe, expect, it } from 'vitest';
import { find, score, type Command } from './palette';

const command = (label: string): Command => ({ id: label, label, group: '', run: () => undefined });
const found = (labels: string[], query: string): string[] =>
  find(labels.map(command), query).map((one) => one.label);

describe('the palette', () => {
  it('shows everything in its order before a letter is typed', () => {
    expect(found(['Settings', 'New agent', 'Log'], '')).toEqual(['Settings', 'New agent', 'Log']);
  });

  it('takes letters in order, and only those', () => {
    expect(found(['New agent', 'Settings', 'New conversation'], 'nco')).toEqual(['New conversation']);
    expect(score('Log', 'gol')).toBeNull();
  });

  it('prefers whole parts, then starts of words, to letters strewn about', () => {
    expect(found(['Show tool output', 'Stop', 'Settings: top'], 'stop')[0]).toBe('Stop');
    expect(found(['Fan away', 'New agent'], 'na')).toEqual(['New agent', 'Fan away']);
  });

  it('finds words of Japanese and Chinese', () => {
    expect(found(['新しい会話', '設定'], '会話')).toEqual(['新しい会話']);
    expect(found(['新建对话', '设置'], '设')).toEqual(['设置']);
  });
});
