import { fireEvent, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { writeBoard } from '~/platform/memory/board';
import { BoardDraft } from './board.svelte';
import BoardPane from './BoardPane.svelte';

async function open() {
  const on = await bootApp();
  const village = on.app.view?.id ?? '';
  const agentWrites = async (text: string): Promise<void> => {
    writeBoard(on.platform.world, village, 'agent_1', text);
    await settle();
  };
  return { ...on, on, village, draft: new BoardDraft(on.app, village), agentWrites };
}

describe('the blackboard', () => {
  it('is written by the person and read at once', async () => {
    const { app, draft } = await open();
    draft.edit();
    draft.text = 'tea at five';
    expect(await draft.save()).toBe(true);
    await settle();
    expect(app.village?.board).toMatchObject({ text: 'tea at five', by: 'user' });
    expect(draft.editing).toBe(false);
  });

  it('keeps what is typed and never replaces what nobody has seen', async () => {
    const { app, draft, village, agentWrites } = await open();
    draft.edit();
    draft.text = 'mine';
    await agentWrites('theirs');
    expect([draft.text, draft.changed]).toEqual(['mine', true]);
    expect(await draft.save()).toBe(false);
    expect(app.village?.board.text).toBe('theirs');
    // Another tab was looked at meanwhile.
    const again = new BoardDraft(app, village);
    expect([again.text, again.changed]).toEqual(['mine', true]);
    again.keepMine();
    expect(await again.save()).toBe(true);
    await settle();
    expect(app.village?.board.text).toBe('mine');
    again.edit();
    await agentWrites('newer');
    again.takeNew();
    expect([again.text, again.changed]).toEqual(['newer', false]);
    again.discard();
  });

  it('says why it was refused, and what was typed stays', async () => {
    const { draft } = await open();
    draft.edit();
    draft.text = 'x'.repeat(20_001);
    expect(await draft.save()).toBe(false);
    expect(draft.problem?.code).toBe('board-long');
    expect(draft.text).toHaveLength(20_001);
    draft.discard();
    expect([draft.editing, draft.problem]).toEqual([false, null]);
  });

  it('shows what agents write as it comes, without raw markup', async () => {
    const { on, agentWrites } = await open();
    await renderWith(BoardPane, { on });
    expect(screen.getByTestId('board-empty')).toBeTruthy();
    await agentWrites('**pier** is closed <img src=x onerror=alert(1)>');
    const text = screen.getByTestId('board-text');
    expect(text.querySelector('strong')?.textContent).toBe('pier');
    expect(text.querySelector('img')).toBeNull();
    await fireEvent.click(screen.getByTestId('board-edit'));
    await agentWrites('other');
    await vi.waitFor(() => expect(screen.getByTestId('board-changed')).toBeTruthy());
    expect(screen.getByTestId('board-save').hasAttribute('disabled')).toBe(true);
    await fireEvent.click(screen.getByTestId('board-take'));
    await fireEvent.click(screen.getByTestId('board-cancel'));
    expect(screen.getByTestId('board-text').textContent).toContain('other');
  });
});
