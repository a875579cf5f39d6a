import { describe, expect, it } from 'vitest';
import { artifactView, messageRow, toolRow, turnRow } from '~/../tests/views';
import type { Row } from '~/contract/types.gen';
import { liveItems, queuedItems, stopWords, storedItems, type Item } from './rows';

const noon = new Date(2026, 0, 5, 12).getTime();
const kinds = (items: readonly Item[]): string[] => items.map((item) => item.kind);
const heads = (items: readonly Item[]): (string | null)[] =>
  items.flatMap((item) =>
    'head' in item ? [item.head && [item.head.author, item.head.to].filter(Boolean).join('>')] : [],
  );
const items = (rows: readonly Row[], all = false): Item[] => storedItems(rows, [], all);

describe('stored items', () => {
  it('put a date before the first row of each day', () => {
    const found = items([
      messageRow({ id: '1', at_ms: noon }),
      messageRow({ id: '2', at_ms: noon + 86_400_000 }),
    ]);
    expect(kinds(found)).toEqual(['day', 'message', 'day', 'message']);
  });

  it('name a speaker once and again after another one, a pause or the end of a turn', () => {
    const from = 'agent_1';
    const found = items([
      messageRow({ id: '1', at_ms: noon }),
      messageRow({ id: '2', at_ms: noon + 1, from, to: 'user' }),
      messageRow({ id: '3', at_ms: noon + 2, from, to: 'user' }),
      turnRow({ id: '4', at_ms: noon + 3 }),
      messageRow({ id: '5', at_ms: noon + 4, from, to: 'user', turn: 't2' }),
      messageRow({ id: '6', at_ms: noon + 600_000, from, to: 'user', turn: 't3' }),
    ]);
    expect(heads(found)).toEqual(['user', 'agent_1', null, 'agent_1', 'agent_1']);
  });

  it('say to whom, in the thread of all and between agents', () => {
    const rows = [
      messageRow({ id: '1', at_ms: noon }),
      messageRow({ id: '2', at_ms: noon + 1, from: 'agent_1', to: 'agent_2', agent: 'agent_2' }),
      messageRow({ id: '3', at_ms: noon + 2, from: 'agent_2', to: 'agent_1', agent: 'agent_2' }),
    ];
    expect(heads(items(rows, true))).toEqual(['user>agent_1', 'agent_1>agent_2', 'agent_2>agent_1']);
    expect(heads(items(rows, false))).toEqual(['user', 'agent_1>agent_2', 'agent_2>agent_1']);
  });

  it('fold tools that follow one another into one card', () => {
    const found = items([
      toolRow({ id: '1', at_ms: noon }),
      toolRow({ id: '2', at_ms: noon + 1 }),
      messageRow({ id: '3', at_ms: noon + 2, from: 'agent_1', to: 'user' }),
      toolRow({ id: '4', at_ms: noon + 3 }),
    ]);
    expect(kinds(found)).toEqual(['day', 'tools', 'message', 'tools']);
    expect(found[1]).toMatchObject({ tools: [{ call: 'call_1' }, { call: 'call_2' }] });
    expect(heads(found)).toEqual(['agent_1', null, null]);
  });

  it('keep tools of two agents apart', () => {
    const found = items(
      [toolRow({ id: '1', at_ms: noon }), toolRow({ id: '2', at_ms: noon, agent: 'agent_2' })],
      true,
    );
    expect(kinds(found)).toEqual(['day', 'tools', 'tools']);
  });

  it('put what was said before a tool in front of it', () => {
    const found = storedItems(
      [toolRow({ id: '1', at_ms: noon })],
      [{ turn: 't', text: 'Let me look.', before: '1' }],
      false,
    );
    expect(kinds(found)).toEqual(['day', 'aside', 'tools']);
  });

  it('put a call in front of what it brought', () => {
    const artifact = (id: string, tool: string): Row => ({
      ...toolRow({ id, at_ms: noon }),
      body: {
        kind: 'artifact',
        tool,
        artifact: artifactView({ id }),
      },
    });
    const found = items([
      toolRow({ id: '1', at_ms: noon, name: 'nik__status' }),
      artifact('2', 'nik__look'),
      artifact('3', 'nik__look'),
      toolRow({ id: '4', at_ms: noon, name: 'nik__look' }),
    ]);
    expect(kinds(found)).toEqual(['day', 'tools', 'artifact', 'artifact']);
    expect(found[1]).toMatchObject({ tools: [{ name: 'nik__status' }, { name: 'nik__look' }] });
    // What another tool brought stays where it is.
    expect(
      kinds(items([artifact('2', 'nik__look'), toolRow({ id: '4', at_ms: noon, name: 'other' })])),
    ).toEqual(['day', 'artifact', 'tools']);
  });

  it('leave out what waits: it comes after what runs', () => {
    const rows = [
      messageRow({ id: '1', at_ms: noon }),
      messageRow({ id: '2', at_ms: noon + 1, queued: true }),
      toolRow({ id: '3', at_ms: noon + 2, running: true }),
    ];
    expect(items(rows).map((item) => item.key)).toEqual([expect.stringContaining('day'), '1', '3']);
    expect(queuedItems(rows, false).map((item) => item.key)).toEqual(['2']);
  });

  it('have keys that are different and stay', () => {
    const rows = [
      messageRow({ id: '1', at_ms: noon }),
      toolRow({ id: '2', at_ms: noon }),
      turnRow({ id: '3', at_ms: noon }),
    ];
    const keys = items(rows).map((item) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(
      items([...rows, messageRow({ id: '4', at_ms: noon })])
        .map((item) => item.key)
        .slice(0, 4),
    ).toEqual(keys);
  });
});

describe('live items', () => {
  const stream = { turn: 't', agent: 'agent_1', session: 's', text: '', thinking: '' };
  const live = { streams: [stream], approvals: [], questions: [], asides: [], now: noon };

  it('go on under the name that stands there', () => {
    const stored = items([toolRow({ id: '1', at_ms: noon })]);
    expect(heads(liveItems(stored, live))).toEqual([null]);
    expect(heads(liveItems([], live))).toEqual(['agent_1']);
    expect(heads(liveItems(items([messageRow({ id: '1', at_ms: noon })]), live))).toEqual(['agent_1']);
    const ended = items([toolRow({ id: '1', at_ms: noon }), turnRow({ id: '2', at_ms: noon })]);
    expect(heads(liveItems(ended, live))).toEqual(['agent_1']);
  });

  it('go on under the name that an earlier row began', () => {
    const from = 'agent_1';
    const stored = items([
      messageRow({ id: '1', at_ms: noon }),
      messageRow({ id: '2', at_ms: noon, from, to: 'user' }),
      toolRow({ id: '3', at_ms: noon }),
    ]);
    expect(heads(liveItems(stored, live))).toEqual([null]);
    const between = items([messageRow({ id: '1', at_ms: noon, from, to: 'agent_2', agent: 'agent_2' })]);
    expect(heads(liveItems(between, live))).toEqual([from]);
  });

  it('do not say "thinking" beside a running tool or a question to the person', () => {
    const running = items([toolRow({ id: '1', at_ms: noon, running: true })]);
    expect(liveItems(running, live)).toEqual([]);
    const approval = {
      id: 'p',
      agent: 'agent_1',
      tool: 'x',
      arguments: '{}',
      read_only: false,
      destructive: false,
    };
    const ask = { ...live, approvals: [approval] };
    expect(kinds(liveItems([], ask))).toEqual(['approval']);
    expect(kinds(liveItems([], { ...ask, streams: [{ ...stream, thinking: 'Hm.' }] }))).toEqual([
      'stream',
      'approval',
    ]);
    expect(kinds(liveItems([], live))).toEqual(['stream']);
  });
});

describe('how a turn ended', () => {
  it.each([
    ['-', null],
    ['tool_limit', { key: 'turn-stop-limit', args: {} }],
    ['repeat:nik__look', { key: 'turn-stop-repeat', args: { tool: 'nik__look' } }],
    ['interrupted', { key: 'turn-stop-interrupted', args: {} }],
    ['budget_exhausted', { key: 'turn-stop-budget', args: {} }],
    ['failed:INTERNAL', { key: 'turn-stop-failed', args: { code: 'INTERNAL' } }],
    ['something_new', { key: 'turn-stop-other', args: { code: 'something_new' } }],
  ])('%s', (stop, words) => {
    expect(stopWords(stop)).toEqual(words);
  });
});
