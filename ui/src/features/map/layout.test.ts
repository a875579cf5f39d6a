import { describe, expect, it } from 'vitest';
import { agentView } from '~/../tests/views';
import { NODE, detailOf, enlargedAt, idleSizeAt, sizeAt, type Size } from './detail';
import { between } from './map';
import { placesOf, seenOf } from './layout';

const PANES: Record<string, Size> = {
  usual: { width: 590, height: 200 },
  lowest: { width: 420, height: 110 },
  high: { width: 590, height: 380 },
  wide: { width: 1100, height: 380 },
};
const agents = (count: number, name = 'Agent') =>
  Array.from({ length: count }, (_, at) => agentView({ id: `agent_${at + 1}`, name: `${name} ${at}` }));

/** What is on the screen: a box for each agent, as it would be measured there. */
function boxesOf(all: ReturnType<typeof agents>, pane: Size) {
  const places = placesOf(all, pane);
  const seen = seenOf(all, places, pane);
  const boxes = all.map(({ id, name }) => {
    const at = places.get(id) ?? { x: NaN, y: NaN };
    return { x: seen.x + at.x * seen.zoom, y: seen.y + at.y * seen.zoom, ...sizeAt(seen.zoom, name) };
  });
  return { boxes, zoom: seen.zoom, detail: detailOf(seen.zoom) };
}

const cover = (a: ReturnType<typeof boxesOf>['boxes'][number], b: typeof a): boolean =>
  a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y;

describe('agents that nobody placed', () => {
  it.each(Object.entries(PANES))('are all seen, and none covers another, in a %s pane', (_, pane) => {
    for (let count = 1; count <= 100; count += 1) {
      const { boxes } = boxesOf(agents(count), pane);
      for (const [at, box] of boxes.entries()) {
        const where = `${at} of ${count}: ${JSON.stringify(box)}`;
        expect(box.x >= 0 && box.x + box.width <= pane.width, where).toBe(true);
        expect(box.y >= 0 && box.y + box.height <= pane.height, where).toBe(true);
        expect(
          boxes.slice(0, at).some((other) => cover(box, other)),
          where,
        ).toBe(false);
      }
    }
  });

  it.each([
    [3, 'usual', 'whole'],
    [4, 'usual', 'whole'],
    [10, 'usual', 'name'],
    [32, 'usual', 'name'],
    [100, 'usual', 'icon'],
    [10, 'high', 'whole'],
    [32, 'high', 'name'],
    [100, 'high', 'icon'],
    [32, 'wide', 'whole'],
    [100, 'wide', 'name'],
  ] as const)('%i in a %s pane show: %s', (count, pane, detail) => {
    expect(boxesOf(agents(count), PANES[pane] as Size).detail).toBe(detail);
  });

  it.each([10, 32, 60, 100])('%i use the pane', (count) => {
    for (const pane of Object.values(PANES)) {
      const { boxes } = boxesOf(agents(count), pane);
      const right = Math.max(...boxes.map(({ x, width }) => x + width));
      const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
      const width = right - Math.min(...boxes.map(({ x }) => x));
      const height = bottom - Math.min(...boxes.map(({ y }) => y));
      expect(Math.min(width / pane.width, height / pane.height), JSON.stringify(pane)).toBeGreaterThan(0.55);
    }
  });

  it('have no line of three that are all tied run through a name, however the pane is cut', () => {
    for (let width = 200; width <= 1200; width += 50) {
      for (let height = 110; height <= 520; height += 41) {
        const { boxes, detail, zoom } = boxesOf(agents(3), { width, height });
        expect(detail).not.toBe('icon');
        const drawn = boxes.map((box, at) => ({ ...box, ...idleSizeAt(zoom, `Agent ${at}`) }));
        for (const [at, box] of drawn.entries()) {
          const [a, b] = drawn.filter((_, other) => other !== at);
          const line = a && b && between(a, b, 0);
          if (!line) throw new Error('no line');
          for (let part = 0; part <= 1; part += 0.01) {
            const x = line.start.x + (line.end.x - line.start.x) * part;
            const y = line.start.y + (line.end.y - line.start.y) * part;
            const inside = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
            expect(inside, `${width} x ${height}, ${at}: ${JSON.stringify(drawn)}`).toBe(false);
          }
        }
      }
    }
  });

  it('have no line between the neighbours of one that is drawn as a whole run through it', () => {
    let rows = 0;
    for (const pane of Object.values(PANES)) {
      for (let count = 3; count <= 40; count += 1) {
        const all = agents(count);
        const places = placesOf(all, pane);
        if (detailOf(seenOf(all, places, pane).zoom) !== 'whole') continue;
        const at = all.map(({ id }) => places.get(id) ?? { x: NaN, y: NaN });
        for (let over = 1; over < count - 1; over += 1) {
          const [left, middle, right] = [at[over - 1], at[over], at[over + 1]];
          if (!left || !middle || !right || left.x >= middle.x || middle.x >= right.x) continue;
          rows += 1;
          expect(left.y).toBe(right.y);
          expect(Math.abs(middle.y - left.y), `${count}`).toBeGreaterThan(NODE.height / 2);
        }
      }
    }
    expect(rows).toBeGreaterThan(100);
  });

  it('stand in the middle', () => {
    for (const count of [2, 4, 10, 32, 100]) {
      const all = agents(count);
      const pane = PANES['usual'] as Size;
      const places = placesOf(all, pane);
      const { x, zoom } = seenOf(all, places, pane);
      const lefts = all.map(({ id }) => x + (places.get(id)?.x ?? NaN) * zoom);
      const rights = all.map(({ name }, at) => (lefts[at] ?? NaN) + idleSizeAt(zoom, name).width);
      const beside = pane.width - Math.max(...rights);
      expect(Math.abs(beside - Math.min(...lefts)), String(count)).toBeLessThan(40);
    }
  });

  it('may have names of any length and script', () => {
    for (const name of ['写真係の担当者', 'A very long name of an agent that goes on', 'I']) {
      const { boxes, detail } = boxesOf(agents(32, name), PANES['usual'] as Size);
      expect(detail).toBe('name');
      expect(boxes.some((box, at) => boxes.slice(0, at).some((other) => cover(box, other)))).toBe(false);
    }
  });
});

describe('places that a person chose', () => {
  const pane = PANES['usual'] as Size;

  it('stay, whatever else there is and however large the pane is', () => {
    const all = agents(32).map((agent, at) =>
      at === 7 ? { ...agent, place: [-300.5, 41] as [number, number] } : agent,
    );
    for (const size of Object.values(PANES)) {
      expect(placesOf(all, size).get('agent_8')).toEqual({ x: -300.5, y: 41 });
    }
  });

  it('leave those alone that they do not touch', () => {
    const before = placesOf(agents(32), pane);
    const far = agents(32).map((agent, at) =>
      at === 7 ? { ...agent, place: [9000, 9000] as [number, number] } : agent,
    );
    const after = placesOf(far, pane);
    for (const { id } of far) if (id !== 'agent_8') expect(after.get(id)).toEqual(before.get(id));
  });

  it('push aside who would be covered, and nobody else', () => {
    const before = placesOf(agents(10), pane);
    const there = before.get('agent_3') ?? { x: NaN, y: NaN };
    const all = agents(10).map((agent, at) =>
      at === 9 ? { ...agent, place: [there.x + 3, there.y] as [number, number] } : agent,
    );
    const after = placesOf(all, pane);
    expect(after.get('agent_10')).toEqual({ x: there.x + 3, y: there.y });
    // The place that was left is the first free one.
    expect(after.get('agent_3')).toEqual(before.get('agent_10'));
    for (const id of ['agent_1', 'agent_2', 'agent_4', 'agent_9'])
      expect(after.get(id)).toEqual(before.get(id));
  });

  it('are all seen, too, however far apart', () => {
    const all = agents(12).map((agent, at) =>
      at < 2 ? { ...agent, place: [at * 6000 - 2000, at * -900] as [number, number] } : agent,
    );
    const { boxes } = boxesOf(all, pane);
    for (const box of boxes) {
      expect(
        box.x >= 0 && box.x + box.width <= pane.width && box.y >= 0 && box.y + box.height <= pane.height,
      ).toBe(true);
    }
  });
});

describe('what is drawn', () => {
  it('is words of at least 11 pixels or none', () => {
    for (let zoom = 0.04; zoom <= 1.5; zoom += 0.01) {
      if (detailOf(zoom) === 'icon') continue;
      expect(13 * zoom * enlargedAt(zoom), String(zoom)).toBeGreaterThanOrEqual(11);
    }
  });

  it('never gets wider than the step to the next one', () => {
    for (let zoom = 0.13; zoom <= 1.5; zoom += 0.01) {
      expect(sizeAt(zoom, 'A very long name of an agent').width, String(zoom)).toBeLessThanOrEqual(
        NODE.width * zoom + 0.01,
      );
    }
  });
});
