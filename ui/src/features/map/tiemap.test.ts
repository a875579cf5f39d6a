import { describe, expect, it, vi } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { taskView, waveView } from '~/../tests/views';
import { TieMap, type MapWords } from './tiemap.svelte';

const WORDS: MapWords = {
  node: ({ name }) => name,
  tie: ({ from, to }) => `${from} ${to}`,
  does: ({ status }) => status,
  passing: ({ from, to }) => `${from} asks ${to}`,
  nodeKind: 'agent',
  edgeKind: 'tie',
};

const PANE = { width: 590, height: 200 };

async function open() {
  const { app, platform } = await bootApp();
  const map = new TieMap(app);
  map.sync(WORDS, PANE);
  const rpc = vi.spyOn(platform as { rpc: (name: string, request: unknown) => Promise<unknown> }, 'rpc');
  const asked = (name: string): unknown[] =>
    rpc.mock.calls.filter((call) => call[0] === name).map((call) => call[1]);
  const place = (id: string) => map.nodes.find((node) => node.id === id)?.position;
  return { app, map, asked, place };
}

describe('the map', () => {
  it('ties by drawing, once, and never an agent to itself', async () => {
    const { app, map, asked } = await open();
    await map.tie('agent_2', 'agent_1');
    await map.tie('agent_2', 'agent_1');
    await map.tie('agent_3', 'agent_3');
    expect(asked('tie_set')).toHaveLength(1);
    map.sync(WORDS, PANE);
    expect(map.edges.map(({ id, data }) => [id, data?.line.both])).toEqual([['agent_1-agent_2', true]]);
    expect(app.view?.ties).toHaveLength(2);
  });

  it('cuts both directions of a pair, and nothing before the answer', async () => {
    const { app, map, asked } = await open();
    await map.tie('agent_2', 'agent_1');
    map.cut('agent_1-agent_2');
    expect(app.dialog).toMatchObject({ kind: 'confirm', body: 'map-cut-both' });
    expect(asked('tie_set')).toHaveLength(1);
    if (app.dialog?.kind === 'confirm') app.dialog.run();
    await vi.waitFor(() => expect(app.view?.ties).toEqual([]));
  });

  it('writes a place when it is let go, and holds it against events until then', async () => {
    const { app, map, asked, place } = await open();
    map.hold(['agent_3']);
    map.nodes = map.nodes.map((node) =>
      node.id === 'agent_3' ? { ...node, position: { x: 300.4, y: 120 } } : node,
    );
    await app.ask('agent_start', { village: app.view?.id ?? '', agent: 'agent_3' });
    await settle();
    map.sync(WORDS, PANE);
    expect(place('agent_3')).toEqual({ x: 300.4, y: 120 });
    await map.letGo();
    expect(asked('agent_set')).toContainEqual(
      expect.objectContaining({ agent: 'agent_3', position: [300, 120] }),
    );
    map.sync(WORDS, PANE);
    expect(place('agent_3')).toEqual({ x: 300, y: 120 });
  });

  it('writes no place that nobody chose: not when the pane changes, nor when another agent is moved', async () => {
    const { map, asked } = await open();
    map.sync(WORDS, { width: 300, height: 500 });
    await map.letGo();
    expect(asked('agent_set')).toEqual([]);
    map.nodes = map.nodes.map((node) =>
      node.id === 'agent_2' ? { ...node, position: { x: 700, y: 7 } } : node,
    );
    await map.letGo();
    expect(asked('agent_set')).toEqual([expect.objectContaining({ agent: 'agent_2', position: [700, 7] })]);
  });

  it('shows all of it on request, wherever the person went', async () => {
    const { map } = await open();
    map.seen = { x: -9000, y: 4, zoom: 0.1 };
    map.fit(PANE);
    const { x, y, zoom } = map.seen;
    for (const { position } of map.nodes) {
      const [left, top] = [x + position.x * zoom, y + position.y * zoom];
      expect(left >= 0 && left < PANE.width && top >= 0 && top < PANE.height).toBe(true);
    }
  });

  it('takes what is from events alone: an answer that comes late changes nothing', async () => {
    const { app, map } = await open();
    const village = app.view?.id ?? '';
    const platform = app.platform as { rpc: (name: string, request: unknown) => Promise<unknown> };
    const { rpc } = platform;
    let go = (): void => undefined;
    const late = new Promise<void>((resolve) => (go = resolve));
    platform.rpc = async (name, request) => {
      const answer = await rpc.call(app.platform, name, request);
      await late;
      return answer;
    };
    const [first, second] = [map.tie('agent_2', 'agent_1'), app.ask('village_set', { village, name: 'New' })];
    map.hold(['agent_3']);
    map.nodes = map.nodes.map((node) =>
      node.id === 'agent_3' ? { ...node, position: { x: 40, y: 50 } } : node,
    );
    const third = map.letGo();
    const fourth = app.ask('agent_set', { village, agent: 'agent_3', name: 'Newer' });
    await settle();
    go();
    await Promise.all([first, second, third, fourth]);
    await settle();
    expect(app.view?.name).toBe('New');
    const agent = app.view?.agents.find(({ id }) => id === 'agent_3');
    expect(agent).toMatchObject({ name: 'Newer', place: [40, 50] });
  });

  it('shows who asks whom while it happens, and nothing afterwards', async () => {
    const { app, map } = await open();
    const village = app.view?.id ?? '';
    const wave = waveView({ id: 'w1', agent: 'agent_1', tasks: [taskView({ to: 'agent_2', begun_ms: 7 })] });
    app.take([{ event: 'wave', village, wave }]);
    map.sync(WORDS, PANE);
    expect(map.edges[0]?.data).toMatchObject({
      passing: { from: 'agent_1', to: 'agent_2', since: 7 },
      words: 'agent_1 asks agent_2',
    });
    const task = taskView({ to: 'agent_2', state: 'done', ended_ms: 9 });
    app.take([{ event: 'task', village, wave: 'w1', index: 0, task }]);
    map.sync(WORDS, PANE);
    expect(map.edges[0]?.data?.passing).toBeNull();
  });
});
