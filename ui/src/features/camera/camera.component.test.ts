import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bootApp, renderWith, settle } from '~/../tests/render';
import CameraPanel from './CameraPanel.svelte';

let fetched: string[] = [];
beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return { ok: true, blob: async () => new Blob(['x']) };
  });
  HTMLImageElement.prototype.decode = async () => undefined;
  Object.assign(URL, { createObjectURL: () => 'blob:frame', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

async function open() {
  const on = await bootApp();
  on.platform.mediaUrl = (path) => `media://localhost/${path}`;
  const view = await renderWith(CameraPanel, { on });
  await settle();
  await settle();
  return view;
}

async function start(): Promise<void> {
  await fireEvent.click(screen.getByTestId('camera-start'));
  await waitFor(() => expect(screen.getByTestId('camera-canvas')).toHaveAttribute('data-seq', '1'));
}

describe('the camera panel', () => {
  it('says the next step while it is off', async () => {
    await open();
    expect(screen.getByTestId('camera-stage')).toHaveTextContent('Press Start');
    expect(screen.getByTestId('camera-ask')).toBeDisabled();
  });

  it('says what it needs where no agent has a camera', async () => {
    const { app, platform } = await open();
    const village = app.view?.id ?? '';
    platform.world.setAgent(village, 'agent_1', { servers: [] });
    await settle();
    await settle();
    expect(screen.getByTestId('camera-empty')).toBeInTheDocument();
    await fireEvent.click(screen.getByTestId('camera-add-server'));
    expect(app.dialog).toEqual({ kind: 'agent', agent: 'agent_1', page: 'servers' });
  });

  it('starts a stopped agent that may have a camera', async () => {
    const { app, platform } = await open();
    const village = app.view?.id ?? '';
    // The tools of a server are known only while it is connected.
    for (const { id, servers } of app.view?.agents ?? []) {
      const known = id === 'agent_1' ? servers.map((server) => ({ ...server, tools: [] })) : [];
      platform.world.setAgent(village, id, { status: 'stopped', servers: known });
    }
    await settle();
    await settle();
    await fireEvent.click(screen.getByTestId('camera-wake'));
    await settle();
    expect(app.view?.agents.find((agent) => agent.id === 'agent_1')?.status).toBe('idle');
  });

  it('starts the first tool that gives pictures and shows a frame with its facts', async () => {
    const { app } = await open();
    await start();
    expect(app.village?.camera.source).toEqual({
      agent: 'agent_1',
      server: 'nik',
      tool: 'nik__live_view_image',
    });
    expect(screen.getByTestId('camera-phase')).toHaveTextContent('Live');
    expect(screen.getByTestId('camera-canvas')).toHaveAttribute('data-seq', '1');
    expect(screen.getByTestId('camera-size')).toHaveTextContent('JPEG 19 KB');
    expect(screen.getByTestId('camera-resolution')).toHaveTextContent('640 × 424');
    expect(fetched).toEqual([`media://localhost/frame/${app.view?.id}/1`]);
    await fireEvent.click(screen.getByTestId('camera-stop'));
    await settle();
    expect(screen.getByTestId('camera-start')).toBeInTheDocument();
  });

  it('puts the frame that is on screen beside the next message of the selected agent', async () => {
    const { app } = await open();
    await start();
    app.selectAgent('agent_2');
    await fireEvent.click(screen.getByTestId('camera-ask'));
    await settle();
    const village = app.view?.id ?? '';
    expect(app.drafts.get(village, 'agent_2').files).toMatchObject([
      { state: 'ready', attachment: { frame: true, kind: 'image' } },
    ]);
    expect(app.drafts.get(village, 'agent_1').files).toEqual([]);
    expect(app.composerCalls).toBe(1);
    await fireEvent.click(screen.getByTestId('camera-stop'));
  });

  it('stays refused where the answer to Start comes after the refusal', async () => {
    const { app, platform } = await open();
    const rpc = platform.rpc.bind(platform);
    vi.spyOn(platform, 'rpc').mockImplementation(async (name, request) => {
      if (name !== 'camera_start') return rpc(name, request);
      const camera = app.village?.camera;
      const village = app.view?.id ?? '';
      const problem = { code: 'camera-no-image', args: { tool: 'look' }, detail: 'no' };
      if (camera) app.take([{ event: 'camera', village, camera: { ...camera, phase: 'refused', problem } }]);
      return { ...camera, phase: 'starting' } as never;
    });
    await fireEvent.click(screen.getByTestId('camera-start'));
    await settle();
    expect(screen.getByTestId('camera-phase')).toHaveTextContent('Refused');
    expect(screen.getByTestId('camera-start')).toBeEnabled();
  });

  it.each([
    ['stale', 'No new picture'],
    ['refused', 'Refused'],
    ['unreachable', 'Not reachable'],
  ] as const)('has words for %s, and the other side’s own where it gave some', async (phase, words) => {
    const { app } = await open();
    const problem =
      phase === 'stale'
        ? null
        : { code: 'no-such-code', args: {}, detail: 'permission denied by the person' };
    const camera = app.village?.camera;
    if (camera)
      app.take([{ event: 'camera', village: app.view?.id ?? '', camera: { ...camera, phase, problem } }]);
    await settle();
    expect(screen.getByTestId('camera-phase')).toHaveTextContent(words);
    if (problem)
      expect(screen.getByTestId('camera-problem')).toHaveTextContent('permission denied by the person');
  });

  it('says which of the pictures that models saw is no longer kept', async () => {
    const { app } = await open();
    const image = { id: 'one', format: 'JPEG', width: 640, height: 424, bytes: 30_000, sha256: '' };
    const texts = { input: '', output: '', pane: '', user_text: '' };
    const output = { call: 'c', agent: 'agent_1', name: 'nik__photo', ...texts, ok: true, at_ms: 0 };
    const village = app.view?.id ?? '';
    app.take([{ event: 'tool_output', village, output: { ...output, seen: [image], dropped: [] } }]);
    await settle();
    const tile = screen.getByTestId('seen-one');
    expect(tile).toHaveTextContent('JPEG 30 KB');
    await fireEvent.error(screen.getByAltText(/photo/));
    expect(tile).toHaveTextContent('No longer there');
    expect(tile).toBeDisabled();
  });
});
