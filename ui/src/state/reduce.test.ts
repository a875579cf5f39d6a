import { describe, expect, it } from 'vitest';
import type { Event, Row, ToolOutputView } from '~/contract/types.gen';
import { agentView, messageRow, toolRow, villageView } from '~/../tests/views';
import { ALL, emptyData, emptyVillage, keptOutputs, reduce, reduceAll, type Data } from './reduce';
import { threadRows, withPage } from './thread';

const open = (): Data => ({
  ...emptyData(),
  current: 'v',
  open: { v: emptyVillage(villageView({ id: 'v', agents: [agentView({ id: 'agent_1' })] })) },
});
const row = (value: Row): Event => ({ event: 'row', village: 'v', session: 's', row: value });
const delta = (turn: string, text: string): Event => ({
  event: 'delta',
  village: 'v',
  agent: 'agent_1',
  turn,
  text,
  thinking: '',
});
const started = (turn: string): Event => ({
  event: 'turn_started',
  village: 'v',
  agent: 'agent_1',
  turn,
  session: 's',
});

describe('events of a village', () => {
  it('of a village that is not open here change nothing', () => {
    const data = open();
    expect(reduce(data, { event: 'log', village: 'other', total: 3 })).toBe(data);
  });

  it('replace an agent in place and add a new one at the end', () => {
    const data = reduceAll(open(), [
      { event: 'agent', village: 'v', agent: agentView({ id: 'agent_2', name: 'B' }) },
      { event: 'agent', village: 'v', agent: agentView({ id: 'agent_1', name: 'A', status: 'thinking' }) },
    ]);
    expect(data.open['v']?.view.agents.map((agent) => [agent.id, agent.name, agent.status])).toEqual([
      ['agent_1', 'A', 'thinking'],
      ['agent_2', 'B', 'idle'],
    ]);
  });

  it('show a session that was opened, and rename the open one', () => {
    const session = { id: 's2', title: 'two', started_ms: 1, changed_ms: 2, messages: 0 };
    let data = reduce(open(), { event: 'session', village: 'v', session, open: false });
    expect(data.open['v']?.view.session.id).toBe('s');
    data = reduce(data, { event: 'session', village: 'v', session, open: true });
    expect(data.open['v']?.view.session.id).toBe('s2');
    data = reduce(data, {
      event: 'session',
      village: 'v',
      session: { ...session, title: 'zwei' },
      open: false,
    });
    expect(data.open['v']?.view.session.title).toBe('zwei');
  });

  it('keep what a withdrawn message leaves', () => {
    const data = reduceAll(open(), [row(messageRow({ id: '1' })), row(messageRow({ id: '2' }))]);
    const gone = reduce(data, { event: 'row_gone', village: 'v', session: 's', row: '1' });
    expect(gone.open['v']?.sessions['s']?.rows.map((r) => r.id)).toEqual(['2']);
    expect(reduce(gone, { event: 'row_gone', village: 'v', session: 's', row: '1' })).toBe(gone);
  });
});

describe('rows', () => {
  it('are sorted by id whatever their order, and a second copy replaces the first', () => {
    const data = reduceAll(open(), [
      row(messageRow({ id: '02', text: 'b' })),
      row(messageRow({ id: '04', text: 'd' })),
      row(messageRow({ id: '01', text: 'a' })),
      row(messageRow({ id: '03', text: 'c' })),
      row(messageRow({ id: '02', text: 'B' })),
    ]);
    const rows = data.open['v']?.sessions['s']?.rows ?? [];
    expect(rows.map((r) => r.id)).toEqual(['01', '02', '03', '04']);
    expect(rows[1]?.body).toMatchObject({ text: 'B' });
  });
});

describe('a stream', () => {
  it('adds up deltas of its turn only', () => {
    const data = reduceAll(open(), [
      started('t1'),
      started('t2'),
      delta('t1', 'Hel'),
      delta('t2', 'x'),
      delta('t1', 'lo'),
    ]);
    expect(data.open['v']?.streams['t1']?.text).toBe('Hello');
    expect(data.open['v']?.streams['t2']?.text).toBe('x');
  });

  it('is taken over by the row of its message, without a gap and without a double', () => {
    const data = reduceAll(open(), [
      started('t1'),
      delta('t1', 'Hello'),
      row(messageRow({ id: '1', turn: 't1', from: 'agent_1', text: 'Hello' })),
    ]);
    expect(data.open['v']?.streams['t1']?.text).toBe('');
    expect(data.open['v']?.sessions['s']?.rows).toHaveLength(1);
  });

  it('keeps what was said before a tool, in front of that tool', () => {
    let data = reduceAll(open(), [
      started('t1'),
      delta('t1', 'Let me look.'),
      row(toolRow({ id: '1', turn: 't1', running: true })),
    ]);
    expect(data.open['v']?.streams['t1']?.text).toBe('');
    expect(data.open['v']?.sessions['s']?.asides).toEqual([
      { turn: 't1', text: 'Let me look.', before: '1' },
    ]);
    data = reduceAll(data, [
      row(toolRow({ id: '1', turn: 't1' })),
      delta('t1', 'Red.'),
      row(messageRow({ id: '2', turn: 't1', from: 'agent_1', text: 'Red.' })),
    ]);
    expect(data.open['v']?.sessions['s']?.asides).toHaveLength(1);
  });

  it('drops an aside that the message holds itself', () => {
    const data = reduceAll(open(), [
      started('t1'),
      delta('t1', 'Let me look.'),
      row(toolRow({ id: '1', turn: 't1' })),
      row(messageRow({ id: '2', turn: 't1', from: 'agent_1', text: 'Let me look.\n\nRed.' })),
    ]);
    expect(data.open['v']?.sessions['s']?.asides).toEqual([]);
  });

  it('ends with its turn and leaves the cost to its conversation', () => {
    const usage = { uncached: 10, cached: 5, output: 3, reasoning: 1 };
    const data = reduceAll(open(), [
      started('t1'),
      delta('t1', 'x'),
      { event: 'turn_ended', village: 'v', agent: 'agent_1', turn: 't1', stop: '-', usage },
    ]);
    expect(data.open['v']?.streams).toEqual({});
    expect(data.open['v']?.usage['s']).toEqual(usage);
  });

  it('is not given to a message of the person that starts the turn', () => {
    const data = reduceAll(open(), [
      started('t1'),
      delta('t1', 'Hi'),
      row(messageRow({ id: '0', turn: 't1', from: 'user', text: 'Hi' })),
    ]);
    expect(data.open['v']?.streams['t1']?.text).toBe('Hi');
  });
});

describe('approvals, outputs and notices', () => {
  it('come, change and go', () => {
    const approval = {
      id: 'p',
      agent: 'agent_1',
      tool: 'nik__look',
      arguments: '{}',
      read_only: true,
      destructive: false,
    };
    let data = reduceAll(open(), [
      { event: 'approval_asked', village: 'v', approval },
      { event: 'approval_asked', village: 'v', approval },
    ]);
    expect(data.open['v']?.approvals).toHaveLength(1);
    data = reduce(data, { event: 'approval_gone', village: 'v', id: 'p' });
    expect(data.open['v']?.approvals).toEqual([]);
    data = reduceAll(data, [
      { event: 'notice', notice: { code: 'a', args: {}, detail: null } },
      { event: 'notice', notice: { code: 'b', args: {}, detail: null } },
    ]);
    expect(data.notices.map((n) => [n.id, n.notice.code])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });
});

describe('outputs of tools', () => {
  const output = (call: number, characters: number): ToolOutputView => ({
    call: String(call),
    agent: 'agent_1',
    name: 'nik__look',
    input: '',
    output: 'x'.repeat(characters),
    pane: '',
    user_text: '',
    ok: true,
    seen: [],
    dropped: [],
    at_ms: 0,
  });
  const kept = (count: number, characters: number): string[] => {
    const outputs = Array.from({ length: count }, (_, call) => output(call, characters));
    return keptOutputs(outputs).map(({ call }) => call);
  };

  it('are kept as long as there is room for them, and the newest always', () => {
    expect(kept(0, 0)).toEqual([]);
    expect(kept(502, 10)).toHaveLength(500);
    expect(kept(502, 10)[0]).toBe('2');
    expect(kept(20, 1024 * 1024)).toEqual(['12', '13', '14', '15', '16', '17', '18', '19']);
    expect(kept(3, 9 * 1024 * 1024)).toEqual(['2']);
  });
});

describe('threads', () => {
  const session = {
    rows: [
      messageRow({ id: '01', agent: 'a' }),
      messageRow({ id: '02', agent: 'b' }),
      messageRow({ id: '03', agent: 'a' }),
      messageRow({ id: '04', agent: 'b' }),
    ],
    reach: { [ALL]: { from: '03', more: true }, a: { from: '01', more: false } },
    asides: [],
  };

  it('show one agent, or all of them as far as all of them were read', () => {
    expect(threadRows(session, 'a').map((r) => r.id)).toEqual(['01', '03']);
    expect(threadRows(session, ALL).map((r) => r.id)).toEqual(['03', '04']);
  });

  it('take an older page without losing what is newer', () => {
    const next = withPage(session, ALL, {
      rows: [messageRow({ id: '00', agent: 'b' }), messageRow({ id: '02', agent: 'b', text: 'stale' })],
      more: false,
    });
    expect(next.rows.map((r) => r.id)).toEqual(['00', '01', '02', '03', '04']);
    expect(next.rows[2]?.body).not.toMatchObject({ text: 'stale' });
    expect(threadRows(next, ALL).map((r) => r.id)).toEqual(['00', '01', '02', '03', '04']);
  });
});
