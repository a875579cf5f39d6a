import { fireEvent, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith } from '~/../tests/render';
import { artifactView } from '~/../tests/views';
import type { ArtifactView } from '~/contract/types.gen';
import Artifact from './Artifact.svelte';

const open = (changes: Partial<ArtifactView>) =>
  renderWith(Artifact, { props: { artifact: artifactView(changes), tool: 'nik__photo' } });

describe('a file that a tool gave the person', () => {
  it('is a picture, and says so when it is gone', async () => {
    const on = await bootApp();
    const url = vi.spyOn(on.platform, 'mediaUrl');
    const { container } = await renderWith(Artifact, {
      props: { artifact: artifactView({}), tool: 'nik__photo' },
      on,
    });
    const picture = container.querySelector('img') ?? document.createElement('img');
    const { session, id } = artifactView({});
    expect(url).toHaveBeenCalledWith(`${session}/${id}`);
    await fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('No longer there')).toBeInTheDocument();
  });

  it('is not called gone when it is there and the policy of the window blocked it', async () => {
    const on = await bootApp();
    vi.spyOn(on.platform, 'mediaUrl').mockReturnValue('media://localhost/a/b');
    const { container } = await renderWith(Artifact, {
      props: { artifact: artifactView({}), tool: 'nik__photo' },
      on,
    });
    const violation = new Event('securitypolicyviolation');
    Object.assign(violation, { effectiveDirective: 'img-src', blockedURI: 'media' });
    await fireEvent.error(container.querySelector('img') ?? document.createElement('img'));
    document.dispatchEvent(violation);
    const why = 'The security rules of this window do not let it be shown. You can save it.';
    expect(await screen.findByText(why)).toBeInTheDocument();
    expect(screen.queryByText('No longer there')).toBeNull();
  });

  it('is only offered for saving when it is too large to show: no element asks for its pixels', async () => {
    const { container, platform } = await open({ save_only: true });
    expect(container.querySelectorAll('img, picture, audio, video')).toHaveLength(0);
    const rpc = vi.spyOn(platform, 'rpc');
    const save = screen.getByTestId('artifact-save');
    expect(save).toBeEnabled();
    expect(rpc.mock.calls).toHaveLength(0);
  });

  it('has a player for sound, which loads no more than it must', async () => {
    await open({ mime: 'audio/wav', name: 'tone.wav' });
    const audio = (await screen.findByTestId('audio')).querySelector('audio');
    await vi.waitFor(() => expect(document.querySelector('audio')).not.toBeNull());
    expect(audio ?? document.querySelector('audio')).toHaveAttribute('preload', 'metadata');
    expect(document.querySelector('audio')).toHaveAttribute('controls');
  });
});
