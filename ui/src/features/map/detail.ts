/** How much of an agent is drawn at which zoom, and how large. Pure. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** All there is; icon and name; the icon alone. */
export type Detail = 'whole' | 'name' | 'icon';

/** An agent drawn as a whole, in units of the map: on the screen at a zoom of 1. */
export const NODE: Size = { width: 170, height: 38 };
/** From one agent to the next where they stand closest. */
export const STEP: Point = { x: 190, y: 56 };

/** Nothing is drawn smaller than this on the screen: its words could not be read. */
export const LEAST = 0.9;
/** Below this, no name fits between two agents. */
export const NAMES = 0.4;
/** Below this, not even icons fit, and they shrink after all. */
const ICONS = 0.13;

const ICON = 24;
/** The height of a node of which no more than icon and name are drawn. */
const ROW = 28;
/** What stands beside the name. */
const BESIDE = { whole: 55, name: 42 };

export const detailOf = (zoom: number): Detail => (zoom >= LEAST ? 'whole' : zoom >= NAMES ? 'name' : 'icon');

/** How many times larger than in units of the map a node is drawn, so that it stays readable. */
export const enlargedAt = (zoom: number): number => (zoom >= LEAST ? 1 : LEAST / Math.max(zoom, ICONS));

/** About how wide a name is in the letters of the map: those of East Asia are square. */
const lettersOf = (name: string): number =>
  [...name].reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 13 : 7.2), 0);

/** What an agent covers on the screen, at most. */
export function sizeAt(zoom: number, name: string): Size {
  if (detailOf(zoom) === 'whole') return { width: NODE.width * zoom, height: NODE.height * zoom };
  return idleSizeAt(zoom, name);
}

/** About what it covers while it does nothing that would have to be said. */
export function idleSizeAt(zoom: number, name: string): Size {
  const detail = detailOf(zoom);
  const drawn = zoom * enlargedAt(zoom);
  if (detail === 'icon') return { width: ICON * drawn, height: ICON * drawn };
  return {
    width: Math.min(NODE.width * zoom, (BESIDE[detail] + lettersOf(name)) * drawn),
    height: (detail === 'whole' ? NODE.height : ROW) * drawn,
  };
}
