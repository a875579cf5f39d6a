import { describe, expect, it } from 'vitest';
import { messageRow } from '~/../tests/views';
import { ALL, EMPTY_SESSION, type Reach, type SessionData } from './reduce';
import { KEPT, lastSessions, MOST, threadRows, withoutOld, withPage } from './thread';

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
