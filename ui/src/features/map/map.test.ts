import { describe, expect, it } from 'vitest';
import { agentView } from '~/../tests/views';
import { between, headOf, linesOf, middleOf, movedOf, passingOf, tiesOf } from './map';

const agents = ['a', 'b', 'c'].map((id) => agentView({ id }));
const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

describe('ties as lines', () => {
  it('are one line for each pair, with two arrows where both may ask', () => {
    const ties = [
      { from: 'b', to: 'a' },
      { from: 'a', to: 'c' },
      { from: 'a', to: 'b' },
      { from: 'a', to: 'gone' },
    ];
    const lines = linesOf(ties, agents);
    expect(lines).toEqual([
      { id: 'a-b', from: 'b', to: 'a', both: true },
      { id: 'a-c', from: 'a', to: 'c', both: false },
    ]);
    expect(lines.map((line) => tiesOf(line).length)).toEqual([2, 1]);
  });

  it('show what passes along them, in whichever direction, oldest first', () => {
    const [line] = linesOf([{ from: 'a', to: 'b' }], agents);
    if (!line) throw new Error('no line');
    const task = (from: string, to: string, since: number, running = true) => ({
      from,
      to,
      kind: 'ask' as const,
      running,
      since,
    });
    expect(passingOf(line, [])).toBeNull();
    expect(passingOf(line, [task('a', 'c', 1)])).toBeNull();
    expect(passingOf(line, [task('a', 'b', 9), task('a', 'b', 5, false)])).toMatchObject({
      from: 'a',
      since: 5,
      running: true,
      count: 2,
    });
    expect(passingOf(line, [task('b', 'a', 5, false)])).toMatchObject({ from: 'b', running: false });
  });
});

describe('places', () => {
  it('are written only where they changed, in whole numbers', () => {
    const nodes = [
      { id: 'a', position: { x: 0.2, y: 0 } },
      { id: 'b', position: { x: 10.6, y: -3.2 } },
      { id: 'gone', position: { x: 1, y: 1 } },
    ];
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 220, y: 0 }],
    ]);
    expect(movedOf(places, nodes)).toEqual([{ id: 'b', position: { x: 11, y: -3 } }]);
  });
});

describe('a line between boxes', () => {
  it('runs from border to border along the line of their centres', () => {
    expect(between(box(0, 0), box(300, 0), 0)).toEqual({ start: { x: 100, y: 20 }, end: { x: 300, y: 20 } });
    expect(between(box(0, 0), box(0, 200), 5)).toEqual({ start: { x: 50, y: 45 }, end: { x: 50, y: 195 } });
    const slanted = between(box(0, 0), box(200, 80), 0);
    // The centres are (50, 20) and (250, 100): the ray leaves a box of 100 x 40 through its side and corner.
    expect(slanted?.start).toEqual({ x: 100, y: 40 });
    expect(slanted?.end).toEqual({ x: 200, y: 80 });
  });

  it('is left out where boxes lie on each other', () => {
    expect(between(box(0, 0), box(0, 0), 4)).toBeNull();
    expect(between(box(0, 0), box(20, 10), 4)).toBeNull();
  });

  it('has its words in the middle', () => {
    expect(middleOf({ start: { x: 0, y: 10 }, end: { x: 100, y: 30 } })).toEqual({ x: 50, y: 20 });
  });

  it('ends in an arrowhead at its tip', () => {
    expect(headOf({ x: 0, y: 0 }, { x: 100, y: 0 })).toBe('M100,0L92,4L92,-4Z');
    expect(headOf({ x: 0, y: 0 }, { x: 100, y: 0 }, 2)).toBe('M100,0L84,8L84,-8Z');
  });
});
