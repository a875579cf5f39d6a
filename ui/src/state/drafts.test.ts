import { describe, expect, it } from 'vitest';
import { attachmentView } from '~/../tests/views';
import { Drafts, readyFile } from './drafts.svelte';

describe('drafts', () => {
  it('belong to one agent of one village', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'for A only');
    drafts.attach('v', 'a', readyFile(attachmentView()));
    expect(drafts.get('v', 'b')).toEqual({ text: '', files: [], sending: false });
    expect(drafts.get('w', 'a').text).toBe('');
    expect(drafts.get('v', 'a')).toMatchObject({ text: 'for A only', files: [{ id: 'att_1' }] });
  });

  it('keep their text over a restart, and never their attachments', () => {
    const before = new Drafts();
    before.setText('v', 'a', 'half a thought');
    before.attach('v', 'a', readyFile(attachmentView()));
    expect(new Drafts().get('v', 'a')).toEqual({ text: 'half a thought', files: [], sending: false });
  });

  it('are gone when the host has the message, here and in storage', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'hello');
    drafts.attach('v', 'a', readyFile(attachmentView()));
    drafts.sent('v', 'a', { text: 'hello', files: [readyFile(attachmentView())] });
    expect(drafts.get('v', 'a')).toEqual({ text: '', files: [], sending: false });
    expect(new Drafts().get('v', 'a').text).toBe('');
  });

  it('keep what was typed or attached while the message was on its way', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'hello');
    const sent = drafts.get('v', 'a');
    drafts.setText('v', 'a', 'hello, and more');
    drafts.attach('v', 'a', readyFile(attachmentView({ id: 'late' })));
    drafts.sent('v', 'a', sent);
    expect(drafts.get('v', 'a')).toMatchObject({ text: 'hello, and more', files: [{ id: 'late' }] });
  });

  it('hold a file once', () => {
    const drafts = new Drafts();
    drafts.attach('v', 'a', readyFile(attachmentView()));
    drafts.attach('v', 'a', readyFile(attachmentView()));
    expect(drafts.get('v', 'a').files).toHaveLength(1);
    drafts.detach('v', 'a', 'att_1');
    expect(drafts.get('v', 'a').files).toEqual([]);
  });

  it('take what became of a file in its place, and only while it is there', () => {
    const drafts = new Drafts();
    for (const id of ['one', 'two', 'three'])
      drafts.attach('v', 'a', { id, name: `${id}.jpg`, state: 'checking' });
    expect(drafts.settle('v', 'a', readyFile(attachmentView({ id: 'two' })))).toBe(true);
    drafts.detach('v', 'a', 'one');
    expect(drafts.settle('v', 'a', readyFile(attachmentView({ id: 'one' })))).toBe(false);
    expect(drafts.settle('v', 'b', readyFile(attachmentView({ id: 'three' })))).toBe(false);
    expect(drafts.get('v', 'a').files).toMatchObject([
      { id: 'two', state: 'ready' },
      { id: 'three', state: 'checking' },
    ]);
    expect(drafts.get('v', 'b').files).toEqual([]);
  });
});
