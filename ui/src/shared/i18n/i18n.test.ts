import { afterEach, describe, expect, it } from 'vitest';
import { currentLanguage, languageFrom, setLanguage, t } from './i18n.svelte';

afterEach(() => setLanguage('en'));

describe('the words on screen', () => {
  it('switch while the window is open, and say so to the page', async () => {
    expect(t('action-cancel')).toBe('Cancel');
    await setLanguage('ja');
    expect(t('action-cancel')).toBe('キャンセル');
    expect(document.documentElement.lang).toBe('ja');
    await setLanguage('zh');
    expect(t('action-cancel')).toBe('取消');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect(currentLanguage()).toBe('zh');
  });

  it('take the last of two switches, whichever is loaded first', async () => {
    const first = setLanguage('ja');
    const second = setLanguage('en');
    await Promise.all([first, second]);
    expect(currentLanguage()).toBe('en');
    expect(t('action-cancel')).toBe('Cancel');
  });

  it('put values in without isolation marks, and count in English', () => {
    expect(t('agent-queued', { count: 1 })).toBe('1 message waits');
    expect(t('agent-queued', { count: 2 })).toBe('2 messages wait');
    expect(t('agent-deleted', { agent: 'ミオ' })).toBe('ミオ was deleted.');
  });

  it('show a key that has none, and name the code of an unknown failure', () => {
    expect(t('no-such-key')).toBe('no-such-key');
    expect(t.has('no-such-key')).toBe(false);
    expect(t.failure({ code: 'no-such-code', args: {}, detail: null })).toContain('no-such-code');
  });
});

describe('the language of the system', () => {
  it.each([
    [['ja-JP'], 'ja'],
    [['zh-Hans-CN', 'en'], 'zh'],
    [['zh_TW'], 'zh'],
    [['fr', 'ja'], 'ja'],
    [['C'], 'en'],
    [[], 'en'],
  ] as const)('%j is %s', (tags, language) => {
    expect(languageFrom(tags)).toBe(language);
  });
});
