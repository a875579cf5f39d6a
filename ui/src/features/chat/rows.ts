/** Rows of a conversation as items of the list: grouped, dated, with what still runs at the end. Pure. */
import type { ApprovalView, QuestionView, Row, RowBody } from '~/contract/types.gen';
import { dayKey } from '~/shared/format/format';
import type { Aside, Stream } from '~/state/reduce';

type Body<K extends RowBody['kind']> = Extract<RowBody, { kind: K }>;

/** Who speaks from here on; null where the one before goes on. */
export interface Head {
  author: string;
  /** Named where it is not plain: another agent, or the person in the thread of all. */
  to: string | null;
  at: number;
}

export type Item =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'message'; key: string; head: Head | null; row: Row; body: Body<'message'>; mine: boolean }
  | { kind: 'aside'; key: string; head: Head | null; text: string }
  | { kind: 'tools'; key: string; head: Head | null; tools: readonly Body<'tool'>[] }
  | { kind: 'artifact'; key: string; head: Head | null; body: Body<'artifact'> }
  | { kind: 'system'; key: string; body: Body<'system'> }
  | { kind: 'summary'; key: string; body: Body<'summary'>; agent: string }
  | { kind: 'turn'; key: string; body: Body<'turn'> }
  | { kind: 'approval'; key: string; approval: ApprovalView; agent: string }
  | { kind: 'question'; key: string; question: QuestionView; agent: string }
  | { kind: 'stream'; key: string; head: Head | null; stream: Stream };

export interface Live {
  streams: readonly Stream[];
  approvals: readonly ApprovalView[];
  questions: readonly QuestionView[];
  asides: readonly Aside[];
  now: number;
}

/** A pause after which the name stands again. */
const PAUSE_MS = 5 * 60_000;
const RECENT = 100;

interface Speaker {
  author: string;
  to: string;
  turn: string;
  at: number;
}

const waits = ({ body }: Row): boolean => body.kind === 'message' && body.queued;

/** Items of rows that are stored. `all`: the thread of all agents. */
export function storedItems(rows: readonly Row[], asides: readonly Aside[], all: boolean): Item[] {
  return itemsOf(callsFirst(rows.filter((row) => !waits(row))), asides, all);
}

/** Items of messages that wait: they stand below what runs, since they come after it. */
export function queuedItems(rows: readonly Row[], all: boolean): Item[] {
  return itemsOf(rows.filter(waits), [], all).filter((item) => item.kind !== 'day');
}

/** A call is stored once it is over, after what it brought; a reader looks for it in front of that. */
function callsFirst(rows: readonly Row[]): Row[] {
  const sorted: Row[] = [];
  for (const row of rows) {
    let at = sorted.length;
    if (row.body.kind === 'tool') while (at > 0 && bringsOf(sorted[at - 1], row, row.body.name)) at -= 1;
    sorted.splice(at, 0, row);
  }
  return sorted;
}

const bringsOf = (before: Row | undefined, { turn }: Row, tool: string): boolean =>
  before?.body.kind === 'artifact' && before.turn === turn && before.body.tool === tool;

function itemsOf(rows: readonly Row[], asides: readonly Aside[], all: boolean): Item[] {
  const items: Item[] = [];
  let day = 0;
  let before: Speaker | null = null;
  const headOf = (speaker: Speaker): Head | null => {
    const same =
      before !== null &&
      before.author === speaker.author &&
      before.to === speaker.to &&
      (before.turn === speaker.turn || speaker.at - before.at < PAUSE_MS);
    before = speaker;
    if (same) return null;
    const plain = speaker.to === 'user' || (speaker.author === 'user' && !all);
    return { author: speaker.author, to: plain ? null : speaker.to, at: speaker.at };
  };
  for (const row of rows) {
    if (dayKey(row.at_ms) !== day) {
      day = dayKey(row.at_ms);
      before = null;
      items.push({ kind: 'day', key: `day-${day}`, at: row.at_ms });
    }
    const { body } = row;
    const acting: Speaker = { author: row.agent, to: 'user', turn: row.turn, at: row.at_ms };
    const aside = asides.find((one) => one.before === row.id);
    if (aside) items.push({ kind: 'aside', key: `aside-${row.id}`, head: headOf(acting), text: aside.text });
    switch (body.kind) {
      case 'message': {
        const speaker = { author: body.from, to: body.to, turn: row.turn, at: row.at_ms };
        items.push({
          kind: 'message',
          key: row.id,
          head: headOf(speaker),
          row,
          body,
          mine: body.from === 'user',
        });
        break;
      }
      case 'tool': {
        const last = items.at(-1);
        const head = headOf(acting);
        if (last?.kind === 'tools' && head === null)
          items[items.length - 1] = { ...last, tools: [...last.tools, body] };
        else items.push({ kind: 'tools', key: row.id, head, tools: [body] });
        break;
      }
      case 'artifact':
        items.push({ kind: 'artifact', key: row.id, head: headOf(acting), body });
        break;
      case 'system':
        items.push({ kind: 'system', key: row.id, body });
        break;
      case 'summary':
        items.push({ kind: 'summary', key: row.id, body, agent: row.agent });
        break;
      case 'turn':
        items.push({ kind: 'turn', key: row.id, body });
        before = null;
        break;
    }
  }
  return items;
}

/** Items of what runs now, after the stored ones. */
export function liveItems(stored: readonly Item[], live: Live): Item[] {
  // What runs stands near the end; a long conversation is not searched at every piece of a stream.
  const running = stored
    .slice(-RECENT)
    .some((item) => item.kind === 'tools' && item.tools.some((tool) => tool.running));
  const waiting = new Set([...live.approvals, ...live.questions].map((one) => one.agent));
  const speaker = speakerOf(stored);
  const streams = live.streams.flatMap((stream): Item[] => {
    // Something else on screen already says what it is busy with.
    const quiet = running || waiting.has(stream.agent);
    if (quiet && stream.text === '' && stream.thinking === '') return [];
    const head = speaker === stream.agent ? null : { author: stream.agent, to: null, at: live.now };
    return [{ kind: 'stream', key: `stream-${stream.turn}`, head, stream }];
  });
  const approvals = live.approvals.map((approval): Item => ({
    kind: 'approval',
    key: `approval-${approval.id}`,
    approval,
    agent: approval.agent,
  }));
  const questions = live.questions.map((question): Item => ({
    kind: 'question',
    key: `question-${question.id}`,
    question,
    agent: question.agent,
  }));
  return [...streams, ...approvals, ...questions];
}

/** Who speaks to the person at the end of what is stored; null where the next one needs a name. */
function speakerOf(stored: readonly Item[]): string | null {
  for (const item of stored.slice(-RECENT).toReversed()) {
    if (item.kind === 'turn' || item.kind === 'day') return null;
    if ('head' in item && item.head !== null) return item.head.to === null ? item.head.author : null;
  }
  return null;
}

export { stopWords } from '~/shared/i18n/stop';
