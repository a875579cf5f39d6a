/** Agents and ties as boxes and lines. Pure. */
import type { AgentView, Tie } from '~/contract/types.gen';
import type { OpenTask } from '~/state/work';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The grid on which the host puts new agents: every second one stands lower, or lines would run through it. */
const COLUMNS = 4;
const STEP: Point = { x: 220, y: 140 };
const LOWER = 56;

const placeAt = (cell: number): Point => ({
  x: (cell % COLUMNS) * STEP.x,
  y: Math.floor(cell / COLUMNS) * STEP.y + ((cell % COLUMNS) % 2) * LOWER,
});

/** Nearer than this, one agent would cover another. */
const APART: Point = { x: 120, y: 36 };

const clash = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < APART.x && Math.abs(a.y - b.y) < APART.y;

/** Where each agent stands. One that would cover an earlier one goes to the first free place of the grid. */
export function placesOf(agents: readonly AgentView[]): Map<string, Point> {
  const places = new Map<string, Point>();
  const free = (at: Point): boolean => [...places.values()].every((other) => !clash(at, other));
  for (const { id, x, y } of agents) {
    let at: Point = { x, y };
    for (let cell = 0; !free(at); cell += 1) at = placeAt(cell);
    places.set(id, at);
  }
  return places;
}

/** A line between two agents: one tie, or a pair of ties that stand for each other's way back. */
export interface Line {
  id: string;
  from: string;
  to: string;
  both: boolean;
}

/** One line for each pair of agents, in the order of the first tie between them. */
export function linesOf(ties: readonly Tie[], agents: readonly AgentView[]): Line[] {
  const known = new Set(agents.map((agent) => agent.id));
  const lines = new Map<string, Line>();
  for (const { from, to } of ties) {
    if (!known.has(from) || !known.has(to) || from === to) continue;
    const id = [from, to].sort().join('-');
    const line = lines.get(id);
    if (!line) lines.set(id, { id, from, to, both: false });
    else if (line.from === to) lines.set(id, { ...line, both: true });
  }
  return [...lines.values()];
}

/** The ties that a cut of the line takes away. */
export const tiesOf = ({ from, to, both }: Line): Tie[] =>
  both
    ? [
        { from, to },
        { from: to, to: from },
      ]
    : [{ from, to }];

/** What passes along a line right now: its oldest task, and how many there are. */
export interface Passing extends OpenTask {
  count: number;
}

export function passingOf(line: Line, tasks: readonly OpenTask[]): Passing | null {
  const here = tasks.filter(
    ({ from, to }) => (from === line.from && to === line.to) || (from === line.to && to === line.from),
  );
  const first = here.reduce<OpenTask | null>(
    (oldest, task) => (oldest === null || task.since < oldest.since ? task : oldest),
    null,
  );
  return first && { ...first, running: here.some((task) => task.running), count: here.length };
}

/** Whether an agent is busy, so that words about it belong on the map. */
export const isBusy = ({ status }: AgentView): boolean => status !== 'stopped' && status !== 'idle';

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Where a ray from the middle of a box towards a point leaves it, `gap` further out. */
function border(box: Box, towards: Point, gap: number): Point {
  const from = centre(box);
  const dx = towards.x - from.x;
  const dy = towards.y - from.y;
  const length = Math.hypot(dx, dy);
  const scale = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
  );
  return { x: from.x + dx * scale + (dx / length) * gap, y: from.y + dy * scale + (dy / length) * gap };
}

/** The straight line from border to border; null where the boxes leave no room for one. */
export function between(a: Box, b: Box, gap: number): { start: Point; end: Point } | null {
  const [from, to] = [centre(a), centre(b)];
  if (from.x === to.x && from.y === to.y) return null;
  const start = border(a, to, gap);
  const end = border(b, from, gap);
  const ahead = (end.x - start.x) * (to.x - from.x) + (end.y - start.y) * (to.y - from.y);
  return ahead > 0 ? { start, end } : null;
}

const HEAD = { length: 8, half: 4 };

/** The outline of an arrowhead whose tip is at `end`. */
export function headOf(start: Point, end: Point): string {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const base = { x: end.x - ux * HEAD.length, y: end.y - uy * HEAD.length };
  const side = (by: number): string => `${base.x - uy * by},${base.y + ux * by}`;
  return `M${end.x},${end.y}L${side(HEAD.half)}L${side(-HEAD.half)}Z`;
}

/** The middle of a line. */
export const middleOf = ({ start, end }: { start: Point; end: Point }): Point => ({
  x: (start.x + end.x) / 2,
  y: (start.y + end.y) / 2,
});

/** What was moved: places that differ from where the host has them. */
export function movedOf(
  agents: readonly AgentView[],
  nodes: readonly { id: string; position: Point }[],
): { id: string; position: Point }[] {
  return nodes
    .map(({ id, position }) => ({ id, position: { x: Math.round(position.x), y: Math.round(position.y) } }))
    .filter(({ id, position }) => {
      const agent = agents.find((one) => one.id === id);
      return agent !== undefined && (agent.x !== position.x || agent.y !== position.y);
    });
}
