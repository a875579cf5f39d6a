import { describe, expect, it } from 'vitest';
import { messageRow, villageView } from '~/../tests/views';
import {
  ALL,
  type Data,
  EMPTY_SESSION,
  emptyData,
  emptyVillage,
  type Reach,
  type SessionData,
} from './reduce';
import { KEPT, lastSessions, MOST, threadRows, withoutOld, withoutUnseen, withPage } from './thread';

const id = (at: number): string => String(at).padStart(5, '0');

/** Every tenth row is of the quiet agent. */
function session(count: number, reach: Readonly<Record<string, Reach>>): SessionData {
  const rows = Array.from({ length: count }, (_, at) =>
    messageRow({ id: id(at), agent: at % 10 === 0 ? 'quiet' : 'busy' }),
  );
  const asides = rows.map((row) => ({ turn: 't', text: 'I call it.', before: row.id }));
  return { rows, reach, asides };
}
const ids = (data: SessionData, thread: string): string[] => threadRows(data, thread).map((row) => row.id);
const whole = { from: id(0), more: false };

describe('a long conversation', () => {
  it('stays as it is while it is short', () => {
    const short = session(MOST, { [ALL]: whole });
    expect(withoutOld(short, ALL)).toBe(short);
  });

  it('keeps its end, however long it goes on', () => {
    let data = session(0, { [ALL]: { from: null, more: false } });
    for (let at = 0; at < 5000; at += 1) {
      data = { ...data, rows: [...data.rows, messageRow({ id: id(at) })] };
      data = withoutOld(data, ALL);
      expect(data.rows.length).toBeLessThanOrEqual(MOST);
    }
    expect(ids(data, ALL).at(-1)).toBe(id(4999));
    expect(data.reach[ALL]).toEqual({ from: data.rows[0]?.id, more: true });
    expect(withoutOld(session(5000, {}), ALL).asides).toHaveLength(KEPT);
  });

  it('asks for what it let go of from where it ends', () => {
    const data = withoutOld(session(MOST + 1, { [ALL]: whole }), ALL);
    const first = MOST + 1 - KEPT;
    expect(data.reach[ALL]).toEqual({ from: id(first), more: true });
    const older = session(first, {}).rows.slice(-200);
    const joined = withPage(data, ALL, { rows: older, more: true });
    const all = Array.from({ length: KEPT + 200 }, (_, at) => id(first - 200 + at));
    expect(ids(joined, ALL)).toEqual(all);
  });

  it('takes nothing from the thread on screen because others are long', () => {
    const before = session(3000, { [ALL]: whole, busy: whole, quiet: whole });
    const data = withoutOld(before, 'quiet');
    expect(ids(data, 'quiet')).toEqual(ids(before, 'quiet'));
    expect(data.reach['quiet']).toEqual(whole);
    expect(data.rows.length).toBeLessThanOrEqual(MOST);
    // What is no longer whole is read anew when it is shown.
    expect(Object.keys(data.reach)).toEqual(['quiet']);
  });

  it('leaves alone a thread whose rows are all still here', () => {
    const reach = { from: id(2900), more: true };
    expect(withoutOld(session(3000, { [ALL]: whole, busy: reach }), ALL).reach['busy']).toBe(reach);
  });
});

describe('a thread whose only row waits', () => {
  it('is read anew once other rows of it are gone', () => {
    // Ids of waiting rows are newer than all others.
    const waits = { from: 'q0123', more: false };
    const data = session(MOST + 1, { [ALL]: whole, quiet: waits });
    expect(withoutOld(data, ALL).reach['quiet']).toBeUndefined();
    expect(withoutOld(session(MOST + 1, { [ALL]: whole, nobody: waits }), ALL).reach['nobody']).toBe(waits);
  });
});

describe('conversations that nobody looks at', () => {
  const many = (reach: Readonly<Record<string, Reach>>): SessionData => session(5000, reach);
  const view = villageView({ id: 'v', session: { ...villageView().session, id: 's' } });
  const data = (current: string | null, sessions: Readonly<Record<string, SessionData>>): Data => ({
    ...emptyData(),
    current,
    open: { v: { ...emptyVillage(view), sessions } },
  });
  const lengths = (found: Data): (number | undefined)[] =>
    ['s', 'other'].map((id) => found.open['v']?.sessions[id]?.rows.length);

  it('keep their end while agents work in them', () => {
    const before = data('v', { s: many({ [ALL]: whole }), other: many({ [ALL]: whole }) });
    expect(lengths(withoutUnseen(before, ALL))).toEqual([5000, KEPT]);
    expect(lengths(withoutUnseen({ ...before, current: 'w' }, ALL))).toEqual([KEPT, KEPT]);
  });

  it('are also those on whose thread there is nothing to see', () => {
    const empty = { from: null, more: false };
    const found = withoutUnseen(data('v', { s: many({ [ALL]: whole, nobody: empty }) }), 'nobody');
    expect(lengths(found)).toEqual([KEPT, undefined]);
    expect(found.open['v']?.sessions['s']?.reach).toEqual({ nobody: empty });
  });

  it('are left as they are while they are short', () => {
    const short = data('v', { s: session(10, {}), other: session(MOST, {}) });
    expect(withoutUnseen(short, ALL)).toBe(short);
  });
});

describe('conversations', () => {
  it('are kept as long as they are among the last that were shown', () => {
    let sessions: Readonly<Record<string, SessionData>> = {};
    for (let at = 0; at < 30; at += 1)
      sessions = lastSessions({ ...sessions, [`s${at}`]: EMPTY_SESSION }, `s${at}`);
    expect(Object.keys(sessions)).toEqual([22, 23, 24, 25, 26, 27, 28, 29].map((at) => `s${at}`));
    expect(Object.keys(lastSessions(sessions, 's22')).at(-1)).toBe('s22');
    expect(Object.keys(lastSessions(sessions, 'new'))).not.toContain('s22');
  });
});
