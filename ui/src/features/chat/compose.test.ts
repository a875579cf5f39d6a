import { describe, expect, it } from 'vitest';
import { readyFile, type DraftFile } from '~/state/drafts.svelte';
import { agentView, attachmentView, templateView } from '~/../tests/views';
import { blockOf, carries, hasContent, inState, pastedName, readyOf } from './compose';

describe('what a model can be given', () => {
  it('is what its wire carries, and no image when it is known to be blind', () => {
    const template = templateView({ carries: ['image', 'pdf'] });
    expect(carries(template, attachmentView())).toBe(true);
    expect(carries(template, attachmentView({ kind: 'audio' }))).toBe(false);
    expect(carries({ ...template, vision: 'no' }, attachmentView())).toBe(false);
    expect(carries({ ...template, vision: 'auto' }, attachmentView())).toBe(true);
    expect(carries({ ...template, vision: 'no' }, attachmentView({ kind: 'pdf' }))).toBe(true);
  });
});

describe('Send is refused', () => {
  const agent = agentView({ name: 'Aki' });

  it('without a model, with the way to one', () => {
    expect(blockOf(agent, undefined, [])).toEqual({
      key: 'composer-no-model',
      args: { agent: 'Aki' },
      remedy: 'agent',
    });
  });

  it('without a key that the model needs', () => {
    const template = templateView({ needs_key: true });
    expect(blockOf(agent, template, [])).toMatchObject({ key: 'composer-no-key', remedy: 'template' });
    expect(blockOf(agent, { ...template, has_key: true }, [])).toBeNull();
  });

  it('with something the model cannot be given, by name', () => {
    const files = [
      attachmentView(),
      attachmentView({ id: '2', kind: 'audio', name: 'a.wav' }),
      attachmentView({ id: '3', kind: 'video', name: 'b.mp4' }),
    ];
    expect(blockOf(agent, templateView(), files)).toEqual({
      key: 'composer-cannot-carry',
      args: { model: 'Practice', names: 'a.wav, b.mp4' },
      remedy: null,
    });
  });

  it('with nothing to say', () => {
    expect(hasContent('  \n ', [])).toBe(false);
    expect(hasContent('', [attachmentView()])).toBe(true);
  });
});

it('the files of a draft are told apart by what became of them, in their order', () => {
  const failure = { code: 'attachment-unreadable', args: { name: 'c.jpg' }, detail: null };
  const files: DraftFile[] = [
    readyFile(attachmentView({ id: '1' })),
    { id: '2', name: 'b.jpg', state: 'checking' },
    { id: '3', name: 'c.jpg', state: 'refused', failure },
    readyFile(attachmentView({ id: '4' })),
  ];
  expect(readyOf(files).map(({ id }) => id)).toEqual(['1', '4']);
  expect(inState(files, 'checking').map(({ id }) => id)).toEqual(['2']);
  expect(inState(files, 'refused')).toMatchObject([{ id: '3', failure }]);
});

it('an image without a name gets one', () => {
  expect(pastedName('image/jpeg', 2)).toBe('pasted-2.jpg');
  expect(pastedName('image/svg+xml', 1)).toBe('pasted-1.png');
});
