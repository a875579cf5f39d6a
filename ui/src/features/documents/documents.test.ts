import { describe, expect, it } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { Refusal } from '~/platform/types';
import { UnsavedGuard } from '~/shared/ui/unsaved.svelte';
import { DocumentDraft } from './documents.svelte';

async function open() {
  const { app, platform } = await bootApp();
  const village = app.view?.id ?? '';
  const home = platform.world.village(village);
  const rpc = platform.rpc.bind(platform);
  const refuse = (command: string): void => {
    platform.rpc = (name, request) =>
      name === command
        ? Promise.reject(
            new Refusal({ code: 'file-io', args: { file: 'Construct.md', reason: 'no' }, detail: null }),
          )
        : rpc(name, request);
  };
  const allow = (): void => {
    platform.rpc = rpc;
  };
  return { app, village, home, refuse, allow };
}

describe('a document', () => {
  it('is written to its own place, an ordinance without an agent', async () => {
    const { app, village, home } = await open();
    const memory = new DocumentDraft(app, village, 'memory', 'agent_1');
    const ordinance = new DocumentDraft(app, village, 'ordinance');
    await settle();
    memory.text = 'remember';
    ordinance.text = 'rule';
    expect(await memory.save()).toBe(true);
    expect(await ordinance.save()).toBe(true);
    expect([...home.documents]).toEqual([
      ['agent_1/memory', 'remember'],
      ['/ordinance', 'rule'],
    ]);
    expect(memory.dirty).toBe(false);
  });

  it('that could not be read is never overwritten', async () => {
    const { app, village, home, refuse, allow } = await open();
    home.documents.set('agent_1/construct', 'who I am');
    refuse('document_get');
    const draft = new DocumentDraft(app, village, 'construct', 'agent_1');
    await settle();
    allow();
    expect(draft.phase).toBe('failed');
    draft.text = 'oops';
    expect(draft.dirty).toBe(false);
    expect(await draft.save()).toBe(false);
    expect(home.documents.get('agent_1/construct')).toBe('who I am');
    await draft.load();
    expect(draft.text).toBe('who I am');
  });

  it('stays unsaved when the host refused, and when more was typed meanwhile', async () => {
    const { app, village, refuse, allow } = await open();
    const draft = new DocumentDraft(app, village, 'construct', 'agent_1');
    await settle();
    draft.text = 'one';
    refuse('document_set');
    expect(await draft.save()).toBe(false);
    expect(draft.problem?.code).toBe('file-io');
    expect(draft.dirty).toBe(true);
    allow();
    const saving = draft.save();
    draft.text = 'one and two';
    expect(await saving).toBe(true);
    expect(draft.dirty).toBe(true);
  });
});

describe('leaving with text that was not saved', () => {
  async function asked(save: () => Promise<boolean>, dirty = true) {
    const left: string[] = [];
    const guard = new UnsavedGuard(() => [{ dirty, save }]);
    guard.leave(() => left.push('left'));
    return { guard, left };
  }

  it('asks, and does as it was told', async () => {
    const { guard, left } = await asked(async () => true);
    expect(guard.asking).toBe(true);
    guard.stay();
    expect(left).toEqual([]);
    guard.leave(() => left.push('discarded'));
    guard.discard();
    guard.leave(() => left.push('saved'));
    await guard.save();
    expect(left).toEqual(['discarded', 'saved']);
    expect(guard.asking).toBe(false);
  });

  it('stays where saving failed, and asks nothing where nothing would be lost', async () => {
    const failing = await asked(async () => false);
    await failing.guard.save();
    expect(failing.left).toEqual([]);
    expect(failing.guard.asking).toBe(false);
    const clean = await asked(async () => true, false);
    expect(clean.left).toEqual(['left']);
  });
});
