/**
 * The state of the in-memory host: villages with everything in them, time, and a way to say what happened.
 *
 * For tests and for `npm run dev`; never part of the shipped page. It imitates what the window hears, not how
 * the application decides it.
 */
import type {
  AgentView,
  ApprovalView,
  AttachmentView,
  BoardView,
  CameraView,
  Decision,
  Event,
  Failure,
  Language,
  LocalServer,
  LogLevel,
  LogLine,
  MeterView,
  Permission,
  PlazaLine,
  QuestionAnswer,
  QuestionView,
  Row,
  RowBody,
  SessionView,
  Settings,
  ToolOutputView,
  VillageRef,
  VillageView,
  WaveView,
} from '~/contract/types.gen';
import { Refusal, type CommandName, type Reply, type Request } from '../types';
import type { Painter } from './frames';

export type Handlers = { [K in CommandName]: (request: Request<K>) => Reply<K> | Promise<Reply<K>> };

export interface MemorySession {
  view: SessionView;
  rows: Row[];
}

export interface MemoryVillage {
  view: VillageView;
  sessions: Map<string, MemorySession>;
  outputs: ToolOutputView[];
  approvals: Map<string, { view: ApprovalView; settle: (decision: Decision) => void }>;
  questions: Map<string, { view: QuestionView; settle: (answer: QuestionAnswer) => void }>;
  camera: CameraView;
  cameraTimer: ReturnType<typeof setInterval> | null;
  documents: Map<string, string>;
  mcp: Map<string, string>;
  permissions: Map<string, Permission>;
  log: LogLine[];
  /** Messages that wait, by agent. */
  queues: Map<string, { session: string; row: Row; request: string }[]>;
  /** Who set whom to work, oldest first. */
  waves: WaveView[];
  /** What running requests cost, by request. */
  meters: Map<string, MeterView>;
  plaza: PlazaLine[];
  board: BoardView;
  /** Running turns, by agent. */
  turns: Map<string, AbortController>;
  deleted: Map<string, { agent: AgentView; at: number }>;
}

export interface WorldOptions {
  /** Factor on every delay; 0 makes a test wait for nothing but its own microtasks. */
  pace: number;
  painter: Painter;
  firstRun: boolean;
}

export class World {
  settings: Settings = {
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
  };
  /** Model servers of this computer. */
  local: LocalServer[] = [
    {
      name: 'Ollama',
      wire: 'ollama',
      base_url: 'http://127.0.0.1:11434',
      models: ['qwen3-vl:8b', 'gemma3:4b', 'llama3.2:3b'],
    },
  ];
  readonly villages = new Map<string, MemoryVillage>();
  readonly media = new Map<string, string>();
  readonly attachments = new Map<string, AttachmentView>();
  readonly keys = new Set<string>();
  current: string | null = null;
  #listener: ((events: Event[]) => void) | null = null;
  #batch: Event[] = [];
  #count = 0;

  constructor(readonly options: WorldOptions) {}

  listen(listener: (events: Event[]) => void): void {
    this.#listener = listener;
  }

  /** Tells the window, several events of one moment together. */
  emit(event: Event): void {
    if (this.#batch.push(structuredClone(event)) > 1) return;
    queueMicrotask(() => {
      const events = this.#batch;
      this.#batch = [];
      this.#listener?.(events);
    });
  }

  /** Sorts as text in the order of asking. */
  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, '0')}`;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(new DOMException('stopped', 'AbortError'));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms * this.options.pace);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  village(id: string): MemoryVillage {
    return this.villages.get(id) ?? refuse('unknown-village', { village: id });
  }

  agent(village: string, id: string): AgentView {
    return (
      this.village(village).view.agents.find((agent) => agent.id === id) ??
      refuse('unknown-agent', { agent: id })
    );
  }

  setAgent(village: string, id: string, change: Partial<AgentView>): AgentView {
    const { view } = this.village(village);
    const before = this.agent(village, id);
    const same = (change.status ?? before.status) === before.status && (change.tool ?? null) === before.tool;
    const agent = { ...before, ...(!same && { since_ms: Date.now() }), ...change };
    view.agents = view.agents.map((other) => (other.id === id ? agent : other));
    this.emit({ event: 'agent', village, agent });
    return agent;
  }

  session(village: string, id: string): MemorySession {
    return this.village(village).sessions.get(id) ?? refuse('unknown-session', { session: id });
  }

  row(village: string, session: string, agent: string, turn: string, body: RowBody): Row {
    const row: Row = { id: this.id('row'), turn, agent, at_ms: Date.now(), body };
    this.putRow(village, session, row);
    return row;
  }

  putRow(village: string, session: string, row: Row): void {
    const { rows } = this.session(village, session);
    const at = rows.findIndex((other) => other.id === row.id);
    if (at < 0) rows.push(row);
    else rows[at] = row;
    this.emit({ event: 'row', village, session, row });
    if (at < 0 && row.body.kind === 'message') this.#touch(village, session, row.body.text);
  }

  #touch(village: string, id: string, text: string): void {
    const session = this.session(village, id);
    session.view = {
      ...session.view,
      title: session.view.title || text.slice(0, 60),
      changed_ms: Date.now(),
      messages: session.view.messages + 1,
    };
    const { view } = this.village(village);
    if (view.session.id === id) view.session = session.view;
    this.emit({ event: 'session', village, session: session.view, open: view.session.id === id });
  }

  log(village: string, kind: string, text: string): void {
    const { log } = this.village(village);
    const agent = /agent=(\S+)/.exec(text)?.[1] ?? null;
    log.push({
      number: log.length,
      time: new Date().toISOString(),
      kind,
      level: levelOf(kind, text),
      agent,
      text: `${kind}: ${text}`,
    });
    this.emit({ event: 'log', village, total: log.length });
  }

  refs(): VillageRef[] {
    return [...this.villages.values()].map(({ view }) => ({
      id: view.id,
      name: view.name,
      language: view.language,
      path: view.path,
      open: this.current !== null,
      problem:
        this.current === null
          ? { code: 'village-locked', args: { path: view.path, pid: '4242' }, detail: null }
          : null,
    }));
  }

  emitVillages(): void {
    this.emit({ event: 'villages', villages: this.refs() });
  }

  words<T>(village: string, words: Record<Language, T>): T {
    return words[this.village(village).view.language];
  }
}

/** Near enough for a stand-in: the host has the rules. */
export function levelOf(kind: string, text: string): LogLevel {
  if (kind === 'llm retry stop' || / (?:stop|state)=failed/.test(text)) return 'error';
  return kind.startsWith('tool image') || / ok=false/.test(text) ? 'warn' : 'info';
}

export function refuse(code: string, args: Record<string, string> = {}, detail: string | null = null): never {
  const failure: Failure = { code, args, detail };
  throw new Refusal(failure);
}
