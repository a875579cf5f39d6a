import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import { meterView, taskView, waveView } from '~/../tests/views';
import { setLanguage } from '~/shared/i18n/i18n.svelte';
import BudgetMeter from './BudgetMeter.svelte';
import WorkPane from './WorkPane.svelte';

afterEach(() => setLanguage('en'));

async function open(component: unknown = WorkPane) {
  const on = await bootApp();
  const village = on.app.view?.id ?? '';
  await renderWith(component, { on });
  const rpc = vi.spyOn(on.platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  const asked = (name: string): unknown[] =>
    rpc.mock.calls.filter((call) => call[0] === name).map((call) => call[1]);
  return { ...on, village, asked };
}

describe('the work status', () => {
  it('says the next step while there is nothing, in the language of the window', async () => {
    await open();
    expect(screen.getByTestId('work-empty')).toHaveTextContent('Write to Mio: "Ask Sora what it can do."');
    await setLanguage('ja');
    await settle();
    expect(screen.getByTestId('work-empty')).toHaveTextContent('Mio に「Sora に');
  });

  it('lists who asks whom and how far it is, newest first', async () => {
    const { app, village } = await open();
    const plan = waveView({
      id: 'w2',
      kind: 'plan',
      tasks: [
        taskView({ to: 'agent_2', text: 'Measure.' }),
        taskView({ to: 'agent_3', state: 'failed', code: 'TIMEOUT', ended_ms: 181_000 }),
      ],
    });
    const waves = [waveView({ tasks: [taskView({ state: 'done', ended_ms: 5000 })] }), plan];
    app.take(waves.map((wave) => ({ event: 'wave', village, wave })));
    await settle();
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => card.dataset['testid'])).toEqual(['wave-w2', 'wave-w1']);
    expect(cards[0]).toHaveTextContent('Mio asks 2 at once');
    expect(screen.getByTestId('task-w2-0')).toHaveTextContent(/Sora\s*Measure\.\s*Works/);
    expect(screen.getByTestId('task-w2-1')).toHaveTextContent(/No answer in time.*3 min 0 s/);
    expect(screen.getByTestId('task-w1-0')).toHaveTextContent(/Answered\s*4 s/);
    expect(screen.queryByTestId('wave-w1-stop')).toBeNull();
  });

  it('stops a task at the one that works, and a wave at the one that asked', async () => {
    const { app, village, asked } = await open();
    app.take([{ event: 'wave', village, wave: waveView() }]);
    await settle();
    await fireEvent.click(screen.getByTestId('task-w1-0-stop'));
    await fireEvent.click(screen.getByTestId('wave-w1-stop'));
    expect(asked('turn_stop')).toEqual([
      { village, agent: 'agent_2' },
      { village, agent: 'agent_1' },
    ]);
  });

  it('withdraws a task that waits, and leaves the others alone', async () => {
    const { app, village, asked } = await open();
    const tasks = [taskView(), taskView({ state: 'queued', row: 'q2' })];
    app.take([{ event: 'wave', village, wave: waveView({ kind: 'plan', tasks }) }]);
    await settle();
    expect(screen.queryByTestId('task-w1-0-withdraw')).toBeNull();
    expect(screen.queryByTestId('task-w1-1-stop')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Withdraw the task for Sora' }));
    expect(asked('message_withdraw')).toEqual([{ village, row: 'q2' }]);
    expect(asked('turn_stop')).toEqual([]);
  });

  it('draws what agents say as text, whatever it looks like', async () => {
    const { app, village } = await open();
    const text = '<img src=x onerror=alert(1)> ミオ → あなた';
    app.take([{ event: 'wave', village, wave: waveView({ tasks: [taskView({ text })] }) }]);
    await settle();
    expect(within(screen.getByTestId('task-w1-0')).getByText(text)).toBeInTheDocument();
    expect(document.querySelector('.pane img')).toBeNull();
  });

  it('follows a real question of the host from its beginning to its end, and the plaza has both sides', async () => {
    const { app, village, platform } = await open();
    await app.ask('message_send', {
      village,
      agent: 'agent_1',
      text: 'ask Sora what it can do',
      attachments: [],
    });
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent(/Mio asks.*Sora/));
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Answered'));
    await waitFor(() => expect(platform.world.village(village).meters.size).toBe(0));
    await fireEvent.click(screen.getByTestId('work-plaza'));
    const plaza = await screen.findByTestId('plaza');
    await waitFor(() => expect(within(plaza).getAllByRole('listitem').length).toBeGreaterThanOrEqual(3));
  });
});

describe('the budget meter', () => {
  it('is absent without a request, then says what is used and held, and opens the setting', async () => {
    const { app, village } = await open(BudgetMeter);
    expect(screen.queryByTestId('budget-meter')).toBeNull();
    const session = app.view?.session.id ?? '';
    const meter = meterView({ session, spent_tenths: 120_005, held_tenths: 60_000 });
    app.take([{ event: 'meter', village, meter }]);
    await settle();
    const button = screen.getByTestId('budget-meter');
    expect(button).toHaveTextContent('12k of 20k');
    expect(button).toHaveAccessibleName('12k of 20k');
    expect(button).toHaveAccessibleDescription(
      'Budget of the request: 12,001 of 20,000 effective tokens used, 6,000 held for running calls. Press to change it.',
    );
    expect(button).toHaveClass('near');
    await fireEvent.click(button);
    expect(app.dialog).toEqual({ kind: 'settings', page: 'village' });
  });
});
