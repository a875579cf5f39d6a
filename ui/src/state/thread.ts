/** Threads of a conversation: which rows are here, and how a page of older ones joins them. Pure. */
import type { Row, Thread } from '~/contract/types.gen';
import { ALL, insertRow, type Data, type Reach, type SessionData, type VillageData } from './reduce';

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
/** Rows from which on older ones are let go of. What stays is twice {@link KEPT} at most, so it is not at every new row. */
export const MOST = 3 * KEPT;
/** Conversations whose rows stay. */
const SESSIONS = 8;

/**
 * A session without what is far above the end of this thread: its newest rows stay, and the newest ones of all.
 * What is let go of is asked for again when it is scrolled to, or when its thread is shown.
 */
export function withoutOld(session: SessionData, thread: string | null): SessionData {
  if (session.rows.length <= MOST) return session;
  const shown = thread === null ? [] : threadRows(session, thread);
  const own = shown.slice(-KEPT);
  const ids = new Set(own.map((row) => row.id));
  const cut = session.rows.at(-KEPT)?.id ?? '';
  const stays = (row: Row): boolean => row.id >= cut || ids.has(row.id);
  const gone = session.rows.filter((row) => !stays(row));
  const rows = session.rows.filter(stays);
  // The oldest row of a thread may be one that waits, with an id that is newer than all: rows are what counts.
  const whole = ([of, { from, more }]: [string, Reach]): boolean =>
    !gone.some((row) => (of === ALL || standsIn(row, of)) && (!more || from === null || row.id >= from));
  const reach = Object.fromEntries(Object.entries(session.reach).filter(whole));
  const known = thread === null ? undefined : session.reach[thread];
  const first = own[0];
  if (thread !== null && known)
    reach[thread] = first && shown.length > own.length ? { from: first.id, more: true } : known;
  return { rows, reach, asides: session.asides.slice(-KEPT) };
}

/** Everything without the old rows of conversations that nobody looks at, while others work in them. */
export function withoutUnseen(data: Data, thread: string): Data {
  const village = (one: VillageData): VillageData => {
    const shown = (id: string): boolean => one.view.id === data.current && id === one.view.session.id;
    let sessions = one.sessions;
    for (const [id, session] of Object.entries(sessions)) {
      if (session.rows.length <= MOST) continue;
      if (shown(id) && threadRows(session, thread).length > 0) continue;
      sessions = { ...sessions, [id]: withoutOld(session, shown(id) ? thread : null) };
    }
    if (Object.keys(sessions).length > SESSIONS) sessions = lastSessions(sessions, one.view.session.id);
    return sessions === one.sessions ? one : { ...one, sessions };
  };
  let open = data.open;
  for (const [id, one] of Object.entries(open)) {
    const less = village(one);
    if (less !== one) open = { ...open, [id]: less };
  }
  return open === data.open ? data : { ...data, open };
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
