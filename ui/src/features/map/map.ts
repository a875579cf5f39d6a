/** Agents and ties as boxes and lines. Pure. */
import type { AgentView, Tie } from '~/contract/types.gen';
import type { OpenTask } from '~/state/work';
import type { Point } from './detail';

export interface Box extends Point {
  width: number;
  height: number;
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

/** The outline of an arrowhead whose tip is at `end`, so many times its usual size. */
export function headOf(start: Point, end: Point, enlarged = 1): string {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const base = { x: end.x - ux * HEAD.length * enlarged, y: end.y - uy * HEAD.length * enlarged };
  const side = (by: number): string => `${base.x - uy * by},${base.y + ux * by}`;
  return `M${end.x},${end.y}L${side(HEAD.half * enlarged)}L${side(-HEAD.half * enlarged)}Z`;
}

/** The middle of a line. */
export const middleOf = ({ start, end }: { start: Point; end: Point }): Point => ({
  x: (start.x + end.x) / 2,
  y: (start.y + end.y) / 2,
});

/** What was moved: nodes that are not where they were put. */
export function movedOf(
  places: ReadonlyMap<string, Point>,
  nodes: readonly { id: string; position: Point }[],
): { id: string; position: Point }[] {
  return nodes
    .map(({ id, position }) => ({ id, position: { x: Math.round(position.x), y: Math.round(position.y) } }))
    .filter(({ id, position: { x, y } }) => {
      const place = places.get(id);
      return place !== undefined && (place.x !== x || place.y !== y);
    });
}
