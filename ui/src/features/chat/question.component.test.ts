import { fireEvent, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import type { QuestionAnswer, QuestionView } from '~/contract/types.gen';
import Chat from './Chat.svelte';

const FORM: QuestionView['ask'] = {
  kind: 'form',
  fields: [
    {
      key: 'lens',
      label: 'Lens',
      description: 'Which one',
      required: true,
      default: null,
      takes: { kind: 'text', min: null, max: null, format: null },
    },
    {
      key: 'shots',
      label: 'Shots',
      description: null,
      required: false,
      default: 2,
      takes: { kind: 'number', integer: true, min: 1, max: 9 },
    },
    {
      key: 'flash',
      label: 'Flash',
      description: null,
      required: false,
      default: null,
      takes: { kind: 'flag' },
    },
  ],
};
const URL_ASK: QuestionView['ask'] = {
  kind: 'url',
  url: 'https://pair.example/device?code=1',
  host: 'pair.example',
};

/** A conversation in which a server asks. */
async function asked(ask: QuestionView['ask']) {
  const { app, platform } = await bootApp();
  const village = app.view?.id ?? '';
  const view = {
    id: 'q1',
    agent: app.agent?.id ?? '',
    server: 'box',
    tool: 'pair',
    message: 'Which lens?',
    ask,
  };
  const answers: QuestionAnswer[] = [];
  const home = platform.world.village(village);
  home.questions.set('q1', {
    view,
    settle: (answer) => {
      answers.push(answer);
      home.questions.delete('q1');
      platform.world.emit({ event: 'question_gone', village, id: 'q1' });
    },
  });
  await renderWith(Chat, { props: { newKeys: 'mod+n' }, on: { app, platform } });
  platform.world.emit({ event: 'question_asked', village, question: view });
  await settle(20);
  return { platform, answers };
}

describe('a question of a server', () => {
  it('says whose it is, begins with the defaults and sends what the person entered', async () => {
    const { answers } = await asked(FORM);
    expect(screen.getByTestId('question-q1')).toHaveTextContent('box asks');
    expect(screen.getByTestId('question-message')).toHaveTextContent('Which lens?');
    expect(screen.getByTestId<HTMLInputElement>('question-field-shots').value).toBe('2');
    // The host refuses what does not fit, and the card stays with the words at the field.
    await fireEvent.click(screen.getByTestId('question-send'));
    await settle();
    expect(answers).toHaveLength(0);
    expect(screen.getByRole('alert')).toHaveTextContent('Lens needs a value.');
    await fireEvent.input(screen.getByTestId('question-field-lens'), { target: { value: '85mm' } });
    await fireEvent.click(screen.getByTestId('question-field-flash'));
    await fireEvent.click(screen.getByTestId('question-send'));
    await settle(20);
    expect(answers).toMatchObject([{ action: 'accept', values: { lens: '85mm', shots: 2, flash: true } }]);
    expect(screen.queryByTestId('question-q1')).toBeNull();
  });

  it('can be declined and put away, which are two answers', async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const { answers } = await asked(FORM);
      const [button] = screen.getAllByTestId(`question-${action}`).slice(-1);
      if (button) await fireEvent.click(button);
      await settle(20);
      expect(answers).toMatchObject([{ action, values: null }]);
    }
  });

  it('shows an address whole with its host and opens it only on the press', async () => {
    const { platform, answers } = await asked(URL_ASK);
    const open = vi.spyOn(platform, 'openExternal').mockResolvedValue();
    expect(screen.getByTestId('question-url')).toHaveTextContent('https://pair.example/device?code=1');
    expect(screen.getByTestId('question-host')).toHaveTextContent(/^pair\.example$/);
    expect(open).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId('question-open'));
    await settle(20);
    expect(open.mock.calls).toEqual([['https://pair.example/device?code=1']]);
    expect(answers).toMatchObject([{ action: 'accept' }]);
  });
});
