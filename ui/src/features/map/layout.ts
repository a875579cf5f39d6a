/** Where agents stand that nobody placed, and from where all of them are seen. Pure. */
import type { AgentView } from '~/contract/types.gen';
import {
  LEAST,
  NAMES,
  NODE,
  STEP,
  detailOf,
  idleSizeAt,
  sizeAt,
  type Detail,
  type Point,
  type Size,
} from './detail';

type Standing = Pick<AgentView, 'id' | 'name' | 'place'>;

/** What is seen of the map: where its origin lies in the pane, and how large it is. */
export interface Seen extends Point {
  zoom: number;
}

/** Between what is drawn and the edge of the pane, on the screen. */
export const EDGE = 10;
/** The furthest that the person can go away. */
export const FURTHEST = 0.04;
/** A pane that is not measured yet. */
const USUAL: Size = { width: 590, height: 200 };

/** Agents with room to spare stand no further apart than this: a map is read at a glance. */
const FAR: Point = { x: 240, y: 140 };
/** Room beyond this is no gain. */
const PLENTY = 1.6;
/**
 * Lines between the neighbours of an agent would run through it. So every second column stands lower by this part of
 * a row; where there are one or two, every second row stands further right by this part of a column.
 */
const ASIDE = 0.4;
/** Nearer than this, one agent would cover another that is drawn as a whole. */
const APART: Point = { x: 120, y: 36 };

interface Grid {
  columns: number;
  step: Point;
  /** How far every second row and column stands aside. */
  aside: Point;
  /** The last row stands in the middle. */
  centred: { row: number; by: number } | null;
  /** Nearer than this, one agent would cover another. */
  apart: Point;
}

const roomIn = ({ width, height }: Size): Size => ({
  width: Math.max(1, (width || USUAL.width) - 2 * EDGE),
  height: Math.max(1, (height || USUAL.height) - 2 * EDGE),
});

interface Least extends Size {
  /** By which part of a row and of a column something has to stand aside. */
  aside: Point;
}

const NOWHERE: Point = { x: 0, y: 0 };

/** The least room of an agent on the screen, with the way to its neighbour. */
function leastOf(detail: Detail, agents: readonly Standing[]): Least {
  if (detail === 'icon') return { width: 26, height: 26, aside: NOWHERE };
  if (detail === 'whole')
    return { width: STEP.x * LEAST, height: STEP.y * LEAST, aside: { x: ASIDE, y: ASIDE } };
  const widest = Math.max(...agents.map(({ name }) => sizeAt(LEAST - 0.01, name).width));
  return { width: Math.min(Math.max(widest, NAMES * STEP.x), 90), height: 28, aside: { x: ASIDE, y: 0 } };
}

interface Fit {
  columns: number;
  rows: number;
  /** How many times the least room each agent has: less than 1 is too little. */
  scale: number;
  score: number;
}

/** Which way something stands aside. */
const asideOf = (columns: number, rows: number, { x, y }: Point): Point =>
  columns > 2 ? { x: 0, y } : { x: rows > 2 ? x : 0, y: 0 };

function fitOf(columns: number, count: number, { width, height, aside }: Least, room: Size): Fit {
  const rows = Math.ceil(count / columns);
  const { x, y } = asideOf(columns, rows, aside);
  const [wide, high] = [room.width / (columns + x) / width, room.height / (rows + y) / height];
  return {
    columns,
    rows,
    scale: Math.min(wide, high),
    score: Math.min(wide, PLENTY) * Math.min(high, PLENTY),
  };
}

const fitsOf = (count: number, least: Least, room: Size): Fit[] =>
  Array.from({ length: count }, (_, at) => fitOf(at + 1, count, least, room));

/** The columns that give each agent most room; null where it is too little. */
function bestFit(count: number, least: Least, room: Size): Fit | null {
  const good = fitsOf(count, least, room).filter(({ scale }) => scale >= 1);
  return good.reduce<Fit | null>(
    (best, fit) => (best === null || fit.score >= best.score ? fit : best),
    null,
  );
}

/** For more agents than the pane has room for. */
const tightFit = (count: number, least: Least, room: Size): Fit =>
  fitsOf(count, least, room).reduce((best, fit) => (fit.scale > best.scale ? fit : best));

/** The zoom at which so much is drawn and no more. */
const MOST: Readonly<Record<Detail, number>> = { whole: 1, name: LEAST - 0.001, icon: NAMES - 0.001 };

/** A grid for all agents that fills the pane: as much as possible is drawn of each. */
function gridOf(agents: readonly Standing[], pane: Size): Grid {
  const room = roomIn(pane);
  const count = Math.max(1, agents.length);
  let detail: Detail = 'icon';
  let fit: Fit | null = null;
  for (const one of ['whole', 'name', 'icon'] as const) {
    detail = one;
    fit = bestFit(count, leastOf(one, agents), room);
    if (fit) break;
  }
  const least = leastOf(detail, agents);
  const { columns, rows } = fit ?? tightFit(count, least, room);
  const lowered = detail !== 'icon' && room.height / (rows + ASIDE) >= least.height;
  const part = asideOf(columns, rows, { x: least.aside.x, y: lowered ? ASIDE : 0 });
  const cell = { x: room.width / (columns + part.x), y: room.height / (rows + part.y) };
  // An icon is drawn as high as it is wide.
  const closest = detail === 'icon' ? { x: STEP.x, y: STEP.x } : STEP;
  const zoom = Math.min(MOST[detail], cell.x / closest.x, cell.y / closest.y);
  const far = detail === 'whole' ? FAR : { x: Infinity, y: Infinity };
  const step = { x: Math.min(cell.x / zoom, far.x), y: Math.min(cell.y / zoom, far.y) };
  const missing = columns * rows - count;
  return {
    columns,
    step,
    aside: { x: step.x * part.x, y: step.y * part.y },
    centred: columns === 2 && rows === 2 && missing > 0 ? { row: 1, by: step.x / 2 } : null,
    apart: {
      x: Math.min(APART.x, step.x * 0.65),
      y: Math.min(sizeAt(zoom, '').height / zoom, step.y * 0.9),
    },
  };
}

function placeAt(cell: number, { columns, step, aside, centred }: Grid): Point {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return {
    x: Math.round(column * step.x + (row % 2) * aside.x + (centred?.row === row ? centred.by : 0)),
    y: Math.round(row * step.y + (column % 2) * aside.y),
  };
}

const clash = (a: Point, b: Point, apart: Point): boolean =>
  Math.abs(a.x - b.x) < apart.x && Math.abs(a.y - b.y) < apart.y;

/**
 * Where each agent stands. What a person chose stays, except for one that would cover an earlier one. Each of the
 * others has its own cell of a grid; where somebody was put there, it goes to the first one that is free.
 */
export function placesOf(agents: readonly Standing[], pane: Size): Map<string, Point> {
  const grid = gridOf(agents, pane);
  const places = new Map<string, Point>();
  const free = (at: Point, apart: Point): boolean =>
    [...places.values()].every((other) => !clash(at, other, apart));
  const settle = (id: string, at: Point, apart: Point): void => {
    if (free(at, apart)) places.set(id, at);
  };
  for (const { id, place } of agents) {
    if (place) settle(id, { x: place[0], y: place[1] }, APART);
  }
  for (const [cell, { id, place }] of agents.entries()) {
    if (!place) settle(id, placeAt(cell, grid), grid.apart);
  }
  let cell = 0;
  for (const { id } of agents) {
    while (!places.has(id)) settle(id, placeAt(cell++, grid), grid.apart);
  }
  return places;
}

/** From where all agents are seen, as much of each as possible, in the middle of the pane. */
export function seenOf(agents: readonly Standing[], places: ReadonlyMap<string, Point>, pane: Size): Seen {
  const room = roomIn(pane);
  const at = agents.map(({ id, name }) => ({ name, ...(places.get(id) ?? { x: 0, y: 0 }) }));
  const [left, top] = [Math.min(...at.map(({ x }) => x)), Math.min(...at.map(({ y }) => y))];
  const span = { x: Math.max(...at.map(({ x }) => x)) - left, y: Math.max(...at.map(({ y }) => y)) - top };

  const zoomFor = (detail: Detail): number => {
    const most = MOST[detail];
    const sizes = at.map(({ name }) => sizeAt(most, name));
    const [width, height] = [
      Math.max(...sizes.map((size) => size.width)),
      Math.max(...sizes.map((size) => size.height)),
    ];
    // What is drawn as a whole gets smaller with the map, the rest does not, but is never wider than that.
    const wide = room.width / (span.x + NODE.width);
    const across = detail === 'whole' ? wide : Math.max(wide, (room.width - width) / span.x);
    const down = detail === 'whole' ? room.height / (span.y + NODE.height) : (room.height - height) / span.y;
    return Math.max(FURTHEST, Math.min(most, across, down));
  };
  const details = ['whole', 'name'] as const;
  const zoom = details.map(zoomFor).find((one, index) => detailOf(one) === details[index]) ?? zoomFor('icon');

  /** The right and lower end of it all. */
  const endOf = (size: (zoom: number, name: string) => Size): Size => ({
    width: Math.max(...at.map(({ name, x }) => (x - left) * zoom + size(zoom, name).width)),
    height: Math.max(...at.map(({ name, y }) => (y - top) * zoom + size(zoom, name).height)),
  });
  const [most, idle] = [endOf(sizeAt), endOf(idleSizeAt)];
  // In the middle, but whoever gets busy and wider stays within the pane.
  return {
    x: EDGE + Math.min((room.width - idle.width) / 2, room.width - most.width) - left * zoom,
    y: EDGE + (room.height - idle.height) / 2 - top * zoom,
    zoom,
  };
}
