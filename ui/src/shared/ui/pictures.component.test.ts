import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith } from '~/../tests/render';
import Lightbox from './Lightbox.svelte';
import PictureButton from './PictureButton.svelte';

const GONE = 'No longer there';
const BLOCKED = 'The security rules of this window do not let it be shown. You can save it.';

/** The words come with the first window. */
beforeEach(async () => void (await bootApp()));

const picture = (): HTMLElement => screen.getByRole('img');

/** As WebKit reports it: of a scheme that is not the web's, the scheme alone. */
function block(scheme: string): void {
  const violation = new Event('securitypolicyviolation');
  Object.assign(violation, { effectiveDirective: 'img-src', blockedURI: scheme });
  document.dispatchEvent(violation);
}

describe('a small picture', () => {
  const open = (props: { url: string; tile?: boolean }) => {
    const onopen = vi.fn();
    const shown = { alt: 'A lake', facts: '640 × 424', title: 'Aki · photo', testid: 'small', onopen };
    return { onopen, ...render(PictureButton, { props: { ...shown, ...props } }) };
  };

  it('opens large', async () => {
    const { onopen } = open({ url: 'media://localhost/seen/1' });
    expect(picture()).toHaveAttribute('src', 'media://localhost/seen/1');
    await fireEvent.click(screen.getByTestId('small'));
    expect(onopen).toHaveBeenCalledOnce();
  });

  it.each([false, true])('says that it is gone, and opens nothing (tile: %s)', async (tile) => {
    open({ url: 'gone:/1', tile });
    await fireEvent.error(picture());
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(GONE)).toBeInTheDocument();
    expect(screen.getByTestId('small')).toBeDisabled();
  });

  it('says that the policy blocked it, and still opens where it can be saved', async () => {
    const { onopen } = open({ url: 'blockedtile:/1', tile: true });
    block('blockedtile');
    await fireEvent.error(picture());
    expect(screen.getByText(BLOCKED)).toBeInTheDocument();
    // One line does not hold the words.
    expect(screen.getByTestId('small')).toHaveAttribute('title', BLOCKED);
    await fireEvent.click(screen.getByTestId('small'));
    expect(onopen).toHaveBeenCalledOnce();
  });

  it('is shown again when it is another one', async () => {
    const { rerender } = open({ url: 'gone:/1' });
    await fireEvent.error(picture());
    await rerender({ url: 'gone:/2' });
    expect(picture()).toHaveAttribute('src', 'gone:/2');
  });
});

describe('a picture shown large', () => {
  const open = async (url: string) => {
    const onsave = vi.fn();
    await renderWith(Lightbox, { props: { url, name: 'lake.jpg', onsave, onclose: vi.fn() } });
    return onsave;
  };

  it('says that it is gone', async () => {
    await open('gone:/1');
    await fireEvent.error(picture());
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByTestId('picture-none')).toHaveTextContent(GONE);
  });

  it('says that the policy blocked it, and can be saved', async () => {
    const onsave = await open('blockedlarge:/1');
    await fireEvent.error(picture());
    block('blockedlarge');
    expect(await screen.findByText(BLOCKED)).toBeInTheDocument();
    await fireEvent.click(screen.getByTestId('lightbox-save'));
    expect(onsave).toHaveBeenCalledOnce();
  });
});
