/** Threads of a conversation: which rows are here, and how a page of older ones joins them. Pure. */
import type { Row, Thread } from '~/contract/types.gen';
import { ALL, insertRow, type SessionData } from './reduce';

/**
 * The rows of a thread that are complete: from the oldest one that was read to the end. Rows that another
 * thread brought from further back are left out, since others between them are missing.
 */
export function threadRows(session: SessionData, thread: string): readonly Row[] {
  const reach = session.reach[thread];
  const from = reach?.more ? reach.from : null;
  return session.rows.filter(
    (row) => (thread === ALL || standsIn(row, thread)) && (from === null || row.id >= from),
  );
}

/** What agents say to each other stands in the threads of both. */
function standsIn(row: Row, thread: string): boolean {
  const { body } = row;
  return row.agent === thread || (body.kind === 'message' && (body.from === thread || body.to === thread));
}

/** Joins a page to a session. Rows that are already here are newer than the page and win. */
export function withPage(session: SessionData, thread: string, page: Thread): SessionData {
  const known = new Set(session.rows.map((row) => row.id));
  let rows = session.rows;
  const fresh = page.rows.filter((row) => !known.has(row.id));
  const first = rows[0];
  const lastFresh = fresh.at(-1);
  if (lastFresh && first && lastFresh.id < first.id) rows = [...fresh, ...rows];
  else if (rows.length === 0) rows = fresh;
  else for (const row of fresh) rows = insertRow(rows, row);
  const oldest = page.rows[0]?.id ?? session.reach[thread]?.from ?? null;
  return { ...session, rows, reach: { ...session.reach, [thread]: { from: oldest, more: page.more } } };
}

/** Rows that stay when older ones are let go of: two pages. */
export const KEPT = 400;
/** Rows from which on older ones are let go of: not at every new one. */
export const MOST = 800;
/** Conversations whose rows stay. */
const SESSIONS = 8;

/**
 * A session without what is far above the end of this thread: its newest rows stay, and the newest ones of all.
 * What is let go of is asked for again when it is scrolled to, or when its thread is shown.
 */
export function withoutOld(session: SessionData, thread: string): SessionData {
  if (session.rows.length <= MOST) return session;
  const shown = threadRows(session, thread);
  const own = shown.slice(-KEPT);
  const ids = new Set(own.map((row) => row.id));
  const cut = session.rows.at(-KEPT)?.id ?? '';
  const rows = session.rows.filter((row) => row.id >= cut || ids.has(row.id));
  const known = session.reach[thread];
  const whole = Object.entries(session.reach).filter(([, { from }]) => from !== null && from >= cut);
  const reach = Object.fromEntries(whole);
  if (known)
    reach[thread] = { from: own[0]?.id ?? known.from, more: known.more || shown.length > own.length };
  return { rows, reach, asides: session.asides.slice(-KEPT) };
}

/** The conversations that were shown last, and this one as the newest of them. */
export function lastSessions(
  sessions: Readonly<Record<string, SessionData>>,
  shown: string,
): Readonly<Record<string, SessionData>> {
  const { [shown]: own, ...others } = sessions;
  const kept = Object.entries(others).slice(-(SESSIONS - 1));
  return Object.fromEntries(own ? [...kept, [shown, own]] : kept);
}
