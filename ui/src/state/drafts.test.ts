import { describe, expect, it } from 'vitest';
import { attachmentView } from '~/../tests/views';
import { Drafts } from './drafts.svelte';

describe('drafts', () => {
  it('belong to one agent of one village', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'for A only');
    drafts.attach('v', 'a', attachmentView());
    expect(drafts.get('v', 'b')).toEqual({ text: '', attachments: [], sending: false });
    expect(drafts.get('w', 'a').text).toBe('');
    expect(drafts.get('v', 'a')).toMatchObject({ text: 'for A only', attachments: [{ id: 'att_1' }] });
  });

  it('keep their text over a restart, and never their attachments', () => {
    const before = new Drafts();
    before.setText('v', 'a', 'half a thought');
    before.attach('v', 'a', attachmentView());
    expect(new Drafts().get('v', 'a')).toEqual({ text: 'half a thought', attachments: [], sending: false });
  });

  it('are gone when the host has the message, here and in storage', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'hello');
    drafts.attach('v', 'a', attachmentView());
    drafts.sent('v', 'a', { text: 'hello', attachments: [attachmentView()] });
    expect(drafts.get('v', 'a')).toEqual({ text: '', attachments: [], sending: false });
    expect(new Drafts().get('v', 'a').text).toBe('');
  });

  it('keep what was typed or attached while the message was on its way', () => {
    const drafts = new Drafts();
    drafts.setText('v', 'a', 'hello');
    const sent = drafts.get('v', 'a');
    drafts.setText('v', 'a', 'hello, and more');
    drafts.attach('v', 'a', attachmentView({ id: 'late' }));
    drafts.sent('v', 'a', sent);
    expect(drafts.get('v', 'a')).toMatchObject({ text: 'hello, and more', attachments: [{ id: 'late' }] });
  });

  it('hold a file once', () => {
    const drafts = new Drafts();
    drafts.attach('v', 'a', attachmentView());
    drafts.attach('v', 'a', attachmentView());
    expect(drafts.get('v', 'a').attachments).toHaveLength(1);
    drafts.detach('v', 'a', 'att_1');
    expect(drafts.get('v', 'a').attachments).toEqual([]);
  });
});
