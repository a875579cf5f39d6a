import { fireEvent, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { renderWith } from '~/../tests/render';
import type { ToolOutputView } from '~/contract/types.gen';
import OutputCard from './OutputCard.svelte';

const output: ToolOutputView = {
  call: 'c',
  agent: 'agent_1',
  name: 'nik__photo',
  input: '',
  output: '[image]',
  pane: '',
  user_text: '',
  ok: true,
  seen: ['one', 'two'].map((id) => ({
    id,
    format: 'JPEG',
    width: 640,
    height: 424,
    bytes: 30_000,
    sha256: '',
  })),
  dropped: [],
  at_ms: 0,
};

describe('what a tool gave back', () => {
  it('says which of its pictures are no longer kept; the others open large', async () => {
    const { app } = await renderWith(OutputCard, {
      props: { output, open: true, ontoggle: () => undefined },
    });
    const [first] = screen.getAllByRole('img');
    await fireEvent.error(first as HTMLElement);
    expect(screen.getByTestId('output-seen-one')).toHaveTextContent('No longer there');
    expect(screen.getByTestId('output-seen-one')).toBeDisabled();
    await fireEvent.click(screen.getByTestId('output-seen-two'));
    expect(app.picture).toEqual({ path: 'seen/two', name: 'photo.jpg' });
  });
});
