/**
 * What the window knows, and how each event changes it: pure, no clock, no host.
 *
 * Invariant: an event carries the whole of what it is about, so applying one twice, or after a snapshot that
 * already holds it, changes nothing. Only `delta` adds to what was there; the row of the finished message
 * replaces all that it added up to.
 */
import type {
  AgentView,
  AppState,
  ApprovalView,
  BoardView,
  QuestionView,
  CameraView,
  ContextView,
  Event,
  Failure,
  MeterView,
  Row,
  SecretPlace,
  Settings,
  ToolOutputView,
  UsageView,
  VillageRef,
  VillageView,
  WaveView,
} from '~/contract/types.gen';
import { withMeter, withTask, withWave } from './work';

/** How far back a thread of a conversation is here. `from` is its oldest row; null while it is empty. */
export interface Reach {
  from: string | null;
  more: boolean;
}

/** A conversation as far as it was read. Rows are sorted by id; threads share them. */
export interface SessionData {
  rows: readonly Row[];
  /** By agent id, or {@link ALL}. */
  reach: Readonly<Record<string, Reach>>;
  /** What agents said before a tool in this run of the window, where no row holds it. */
  asides: readonly Aside[];
}

export const ALL = '*';

/** What a running turn has said so far and no row holds yet. */
export interface Stream {
  turn: string;
  agent: string;
  session: string;
  text: string;
  thinking: string;
}

export interface Aside {
  turn: string;
  text: string;
  /** The id of the tool row that followed it. */
  before: string;
}

export const EMPTY_SESSION: SessionData = { rows: [], reach: {}, asides: [] };

export interface VillageData {
  view: VillageView;
  sessions: Readonly<Record<string, SessionData>>;
  streams: Readonly<Record<string, Stream>>;
  outputs: readonly ToolOutputView[];
  approvals: readonly ApprovalView[];
  questions: readonly QuestionView[];
  camera: CameraView;
  /** How full the window of each agent is, in the open conversation. */
  contexts: Readonly<Record<string, ContextView>>;
  /** What the last request of each conversation cost. */
  usage: Readonly<Record<string, UsageView>>;
  /** Who set whom to work, oldest first. */
  waves: readonly WaveView[];
  /** What requests cost: the running ones, and the last one of each conversation. */
  meters: readonly MeterView[];
  board: BoardView;
  logTotal: number;
}

export interface Notice {
  id: number;
  notice: Failure;
}

export interface Data {
  version: string;
  settings: Settings;
  villages: readonly VillageRef[];
  secrets: SecretPlace;
  /** Largest file that the host takes, in megabytes of 1,048,576 bytes. */
  attachmentMb: number;
  firstRun: boolean;
  /** The village on screen. */
  current: string | null;
  /** Villages that were read. Events of others are not for this window. */
  open: Readonly<Record<string, VillageData>>;
  notices: readonly Notice[];
}

export const CAMERA_OFF: CameraView = {
  phase: 'off',
  source: null,
  interval_ms: 1000,
  frame: null,
  fps: 0,
  ring: [],
  problem: null,
};

export const EMPTY_BOARD: BoardView = { text: '', mark: '', by: '', at_ms: 0 };

/** Outputs kept on screen, and characters of their texts; older ones are gone from the host's memory too. */
const OUTPUTS = 500;
const OUTPUT_TEXTS = 8 * 1024 * 1024;

/** The newest that are kept: the last one always, and those before it while there is room. */
export function keptOutputs(outputs: readonly ToolOutputView[]): ToolOutputView[] {
  let room = OUTPUT_TEXTS;
  let from = outputs.length;
  while (from > 0 && outputs.length - from < OUTPUTS) {
    const { input, output, pane, user_text: own } = outputs[from - 1] as ToolOutputView;
    room -= input.length + output.length + pane.length + own.length;
    if (room < 0 && from < outputs.length) break;
    from -= 1;
  }
  return outputs.slice(from);
}

export function emptyData(): Data {
  return {
    version: '',
    settings: {
      language: 'en',
      theme: 'system',
      user_name: '',
      max_upload_mb: 32,
      media_folder_mb: 2000,
      attachments_mb: 500,
      attachments_days: 30,
      camera_interval_ms: 1000,
      context_percentage_threshold: 0.7,
      image_token_estimate: 1600,
      idle_minutes: 60,
      keep_recent: 5,
    },
    villages: [],
    secrets: 'os_store',
    attachmentMb: 0,
    firstRun: false,
    current: null,
    open: {},
    notices: [],
  };
}

export function fromAppState(data: Data, state: AppState): Data {
  return {
    ...data,
    version: state.version,
    settings: state.settings,
    villages: state.villages,
    secrets: state.secrets,
    attachmentMb: state.attachment_mb,
    firstRun: state.first_run,
    current: state.current,
  };
}

export function emptyVillage(view: VillageView): VillageData {
  return {
    view,
    sessions: {},
    streams: {},
    outputs: [],
    approvals: [],
    questions: [],
    camera: CAMERA_OFF,
    contexts: {},
    usage: {},
    waves: [],
    meters: [],
    board: EMPTY_BOARD,
    logTotal: 0,
  };
}

/** Applies events in order. */
export function reduceAll(data: Data, events: readonly Event[]): Data {
  return events.reduce(reduce, data);
}

export function reduce(data: Data, event: Event): Data {
  switch (event.event) {
    case 'settings':
      return { ...data, settings: event.settings };
    case 'villages':
      return { ...data, villages: event.villages };
    case 'notice':
      return {
        ...data,
        notices: [...data.notices, { id: (data.notices.at(-1)?.id ?? 0) + 1, notice: event.notice }],
      };
    case 'village':
      return inVillage(data, event.village.id, (village) => ({ ...village, view: event.village }));
    default:
      return inVillage(data, event.village, (village) => reduceVillage(village, event));
  }
}

type VillageEvent = Exclude<Event, { event: 'settings' | 'villages' | 'notice' | 'village' }>;

function inVillage(data: Data, id: string, change: (village: VillageData) => VillageData): Data {
  const village = data.open[id];
  if (!village) return data;
  const changed = change(village);
  return changed === village ? data : { ...data, open: { ...data.open, [id]: changed } };
}

function reduceVillage(village: VillageData, event: VillageEvent): VillageData {
  switch (event.event) {
    case 'agent':
      return withAgent(village, event.agent);
    case 'session':
      return event.open || village.view.session.id === event.session.id
        ? { ...village, view: { ...village.view, session: event.session } }
        : village;
    case 'turn_started':
      return withStream(village, {
        turn: event.turn,
        agent: event.agent,
        session: event.session,
        text: '',
        thinking: '',
      });
    case 'delta': {
      const stream = village.streams[event.turn] ?? {
        turn: event.turn,
        agent: event.agent,
        session: village.view.session.id,
        text: '',
        thinking: '',
      };
      return withStream(village, {
        ...stream,
        text: stream.text + event.text,
        thinking: stream.thinking + event.thinking,
      });
    }
    case 'row':
      return withRow(village, event.session, event.row);
    case 'row_gone': {
      const session = village.sessions[event.session];
      if (!session?.rows.some((row) => row.id === event.row)) return village;
      const rows = session.rows.filter((row) => row.id !== event.row);
      return { ...village, sessions: { ...village.sessions, [event.session]: { ...session, rows } } };
    }
    case 'tool_output':
      return {
        ...village,
        outputs: keptOutputs(upsert(village.outputs, event.output, (output) => output.call)),
      };
    case 'turn_ended': {
      const session = village.streams[event.turn]?.session ?? village.view.session.id;
      return {
        ...village,
        streams: without(village.streams, event.turn),
        usage: { ...village.usage, [session]: event.usage },
      };
    }
    case 'approval_asked':
      return { ...village, approvals: upsert(village.approvals, event.approval, (approval) => approval.id) };
    case 'approval_gone':
      return { ...village, approvals: village.approvals.filter((approval) => approval.id !== event.id) };
    case 'question_asked':
      return { ...village, questions: upsert(village.questions, event.question, (question) => question.id) };
    case 'question_gone':
      return { ...village, questions: village.questions.filter((question) => question.id !== event.id) };
    case 'camera':
      return { ...village, camera: event.camera };
    case 'board':
      return { ...village, board: event.board };
    case 'context':
      return event.session === village.view.session.id
        ? { ...village, contexts: { ...village.contexts, [event.context.agent]: event.context } }
        : village;
    case 'log':
      return { ...village, logTotal: event.total };
    case 'meter':
    case 'request_ended':
      return { ...village, meters: withMeter(village.meters, event.meter) };
    case 'wave':
      return { ...village, waves: withWave(village.waves, event.wave) };
    case 'task': {
      const waves = withTask(village.waves, event.wave, event.index, event.task);
      return waves === village.waves ? village : { ...village, waves };
    }
  }
}

function withAgent(village: VillageData, agent: AgentView): VillageData {
  const agents = upsert(village.view.agents, agent, (other) => other.id);
  return { ...village, view: { ...village.view, agents: [...agents] } };
}

function withStream(village: VillageData, stream: Stream): VillageData {
  return { ...village, streams: { ...village.streams, [stream.turn]: stream } };
}

function withRow(village: VillageData, id: string, row: Row): VillageData {
  const before = village.sessions[id] ?? EMPTY_SESSION;
  const session = { ...before, rows: insertRow(before.rows, row) };
  const stream = village.streams[row.turn];
  const settled = stream ? settle(session, stream, row) : { session, stream };
  const next = { ...village, sessions: { ...village.sessions, [id]: settled.session } };
  return settled.stream === stream || !settled.stream ? next : withStream(next, settled.stream);
}

/** A row of a running turn takes over what the stream held for it. */
function settle(session: SessionData, stream: Stream, row: Row): { session: SessionData; stream: Stream } {
  const body = row.body;
  const spent = { ...stream, text: '', thinking: '' };
  if (body.kind === 'tool' && stream.text.trim() !== '') {
    const aside = { turn: stream.turn, text: stream.text, before: row.id };
    return { session: { ...session, asides: [...session.asides, aside] }, stream: spent };
  }
  if (body.kind === 'message' && body.from === stream.agent) {
    const asides = session.asides.filter(
      (aside) => aside.turn !== stream.turn || !body.text.includes(aside.text.trim()),
    );
    return { session: { ...session, asides }, stream: spent };
  }
  return { session, stream };
}

/** Rows come nearly always at the end; a changed one comes again under its id. */
export function insertRow(rows: readonly Row[], row: Row): readonly Row[] {
  const last = rows.at(-1);
  if (!last || last.id < row.id) return [...rows, row];
  const at = lowerBound(rows, row.id);
  return rows[at]?.id === row.id ? rows.with(at, row) : rows.toSpliced(at, 0, row);
}

function lowerBound(rows: readonly Row[], id: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.id ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function upsert<T>(items: readonly T[], item: T, id: (item: T) => string): readonly T[] {
  const at = items.findIndex((other) => id(other) === id(item));
  return at < 0 ? [...items, item] : items.with(at, item);
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));
}
