/**
 * The state of the window and the few ways to change it.
 *
 * Owns: what was heard from the host (`data`, changed by the reducer alone) and what the person looks at.
 * Never decides what the application decides: it asks, and draws what it is told.
 *
 * Events that arrive while a village is being read wait for it and are applied on top of the snapshot, so
 * that none is lost between the two.
 */
import { createContext } from 'svelte';
import type { AgentView, ContextView, Event, SessionView, VillageView } from '~/contract/types.gen';
import { failureOf, type CommandName, type Platform, type Reply, type Request } from '~/platform/types';
import { setLanguage } from '~/shared/i18n/i18n.svelte';
import { isString, recall, remember } from '~/shared/store/local';
import type { DialogRoute } from './dialogs';
import { Drafts } from './drafts.svelte';
import {
  ALL,
  EMPTY_BOARD,
  EMPTY_SESSION,
  emptyData,
  emptyVillage,
  fromAppState,
  reduceAll,
  type Data,
  type SessionData,
  type VillageData,
} from './reduce';
import { lastSessions, withPage, withoutOld, withoutUnseen } from './thread';
import { applyTheme } from './theme';
import { Toasts } from './toasts.svelte';

/** Rows of a page; a screen holds about ten. */
const PAGE = 200;

export type CentreTab = 'camera' | 'output' | 'work' | 'board';

/** A picture shown large. */
export interface Picture {
  /** Below `media://localhost/`. */
  path: string;
  name: string;
}

export class App {
  data = $state.raw<Data>(emptyData());
  /** The first answer of the host is here. */
  ready = $state(false);
  /** The host could not be reached at all. */
  bootProblem = $state.raw<ReturnType<typeof failureOf> | null>(null);
  dialog = $state.raw<DialogRoute | null>(null);
  tab = $state<CentreTab>('camera');
  /** A tool output to bring into view. */
  shownCall = $state<string | null>(null);
  /** Counts requests to put the cursor into the composer. */
  composerCalls = $state(0);
  /** The thread shows all agents instead of the selected one. */
  all = $state(false);
  closeAsked = $state(false);
  picture = $state.raw<Picture | null>(null);
  /** A row of the thread to bring into view; the list that shows it takes it away. */
  soughtRow = $state<string | null>(null);

  readonly drafts = new Drafts();
  readonly toasts = new Toasts();

  #selected = $state.raw<Readonly<Record<string, string>>>({});
  #loading = new Map<string, Event[]>();
  #pages = new Map<string, Promise<void>>();
  /** Pages are read on the way to a row that is looked for. */
  #seeking = false;

  readonly village: VillageData | null = $derived(
    this.data.current === null ? null : (this.data.open[this.data.current] ?? null),
  );
  readonly view: VillageView | null = $derived(this.village?.view ?? null);
  readonly agent: AgentView | null = $derived.by(() => {
    const agents = this.view?.agents ?? [];
    const wanted = this.view ? this.#selected[this.view.id] : undefined;
    return agents.find((agent) => agent.id === wanted) ?? agents[0] ?? null;
  });
  readonly session: SessionData = $derived(
    (this.village && this.village.sessions[this.village.view.session.id]) ?? EMPTY_SESSION,
  );
  /** The key of the thread on screen. */
  readonly thread: string = $derived(this.all || !this.agent ? ALL : this.agent.id);

  constructor(readonly platform: Platform) {}

  /** Hears events, asks what there is, and reads the village to show. */
  async boot(): Promise<void> {
    try {
      await this.platform.subscribe((events) => this.take(events));
      await this.platform.onCloseAsked(() => {
        this.closeAsked = true;
      });
      const state = await this.platform.rpc('app_state', {});
      this.data = fromAppState(this.data, state);
      await this.#followSettings();
      if (state.current !== null) await this.#readFirst(state.current);
    } catch (thrown) {
      this.bootProblem = failureOf(thrown);
    }
    this.ready = true;
  }

  /** A village that cannot be read leaves the window with the list of villages, not without a door. */
  async #readFirst(village: string): Promise<void> {
    try {
      await this.read(village);
    } catch (thrown) {
      this.data = { ...this.data, current: null };
      this.toasts.fail(failureOf(thrown));
    }
  }

  /** Events of the host, in order. */
  take(events: readonly Event[]): void {
    const now: Event[] = [];
    for (const event of events) {
      const waiting =
        'village' in event && typeof event.village === 'string' && this.#loading.get(event.village);
      if (waiting) waiting.push(event);
      else now.push(event);
    }
    if (now.length === 0) return;
    const before = this.data;
    this.data = reduceAll(this.data, now);
    if (this.#mayLetGo()) this.data = withoutUnseen(this.data, this.thread);
    if (this.data.settings !== before.settings) void this.#followSettings();
    if (this.data.notices.length > 0) {
      for (const { notice } of this.data.notices) this.toasts.fail(notice);
      this.data = { ...this.data, notices: [] };
    }
    const session = this.view?.session.id;
    const known = this.data.current === null ? undefined : before.open[this.data.current]?.view;
    const changed = this.data.current !== null && known?.session.id !== session;
    if (changed && session) void this.readThread();
    if (known && (changed || this.data.settings !== before.settings || runsOnOther(known, this.view)))
      void this.readContexts();
  }

  /**
   * An agent that was just made. What one is now, only events say: an answer may come after a newer event.
   * Before its first event there is none.
   */
  takeNew(village: string, agent: AgentView): void {
    const known = this.data.open[village]?.view.agents.some((other) => other.id === agent.id);
    if (known === false) this.take([{ event: 'agent', village, agent }]);
  }

  /** Asks, and says so when it was refused. Null then. */
  async ask<K extends CommandName>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    try {
      return await this.platform.rpc(name, request);
    } catch (thrown) {
      this.toasts.fail(failureOf(thrown));
      return null;
    }
  }

  /** Reads everything about an open village and shows it. */
  async read(village: string): Promise<void> {
    this.#loading.set(village, []);
    try {
      const [view, outputs, approvals, questions, camera, waves, meters, board] = await Promise.all([
        this.platform.rpc('village_state', { village }),
        this.platform.rpc('tool_outputs', { village }),
        this.platform.rpc('approvals', { village }),
        this.platform.rpc('questions', { village }),
        this.platform.rpc('camera_state', { village }),
        this.platform.rpc('waves', { village }),
        this.platform.rpc('meters', { village }),
        // One that cannot be read keeps nobody out of the village.
        this.ask('board', { village }),
      ]);
      const known = this.data.open[village] ?? emptyVillage(view);
      const read: VillageData = {
        ...known,
        view,
        outputs: outputs.outputs,
        approvals: approvals.approvals,
        questions: questions.questions,
        camera,
        waves: waves.waves,
        meters: meters.meters,
        board: board ?? EMPTY_BOARD,
      };
      this.data = { ...this.data, current: village, open: { ...this.data.open, [village]: read } };
      this.#recallSelection(village);
    } finally {
      const waited = this.#loading.get(village) ?? [];
      this.#loading.delete(village);
      this.take(waited);
    }
    await Promise.all([this.readThread(), this.readContexts()]);
  }

  /** Reads how full the agents' windows are. */
  async readContexts(): Promise<void> {
    const village = this.view?.id;
    if (village === undefined) return;
    const found = await this.platform.rpc('contexts', { village }).catch(() => null);
    if (found) this.setContexts(village, found.contexts);
  }

  setContexts(village: string, contexts: readonly ContextView[]): void {
    const known = this.data.open[village];
    if (!known) return;
    const byAgent = Object.fromEntries(contexts.map((context) => [context.agent, context]));
    this.#setVillage({ ...known, contexts: byAgent });
  }

  /** Opens a known village and shows it. */
  async openVillage(village: string): Promise<void> {
    const view = await this.ask('village_open', { village });
    if (view) await this.#show(view);
  }

  async newVillage(request: Request<'village_new'>): Promise<boolean> {
    const view = await this.ask('village_new', request);
    if (view) await this.#show(view);
    return view !== null;
  }

  async addVillage(): Promise<void> {
    const path = await this.platform.pickFolder();
    if (path === null) return;
    const view = await this.ask('village_add', { path });
    if (view) await this.#show(view);
  }

  async #show(view: VillageView): Promise<void> {
    try {
      await this.read(view.id);
      this.data = { ...this.data, firstRun: false };
    } catch (thrown) {
      this.toasts.fail(failureOf(thrown));
    }
  }

  /** Reads the newest page of the thread on screen, or with `older` the page before what is here. */
  async readThread(older = false): Promise<void> {
    const village = this.village;
    if (!village) return;
    const session = village.view.session.id;
    const thread = this.thread;
    const reach = (village.sessions[session] ?? EMPTY_SESSION).reach[thread];
    if (older ? !reach?.more : reach !== undefined) return;
    const key = `${village.view.id}/${session}/${thread}`;
    const reading = this.#pages.get(key) ?? this.#readPage(village.view.id, session, thread, older);
    this.#pages.set(key, reading);
    await reading;
    this.#pages.delete(key);
  }

  async #readPage(village: string, session: string, thread: string, older: boolean): Promise<void> {
    const from = this.data.open[village]?.sessions[session]?.reach[thread]?.from;
    const page = await this.ask('thread', {
      village,
      session,
      limit: PAGE,
      ...(thread !== ALL && { agent: thread }),
      ...(older && from ? { before: from } : {}),
    });
    const now = this.data.open[village];
    if (!page || !now) return;
    const joined = withPage(now.sessions[session] ?? EMPTY_SESSION, thread, page);
    this.#setVillage({ ...now, sessions: { ...now.sessions, [session]: joined } });
  }

  async newSession(): Promise<void> {
    if (!this.view) return;
    const session = await this.ask('session_new', { village: this.view.id });
    if (session) await this.#showSession(session);
  }

  async openSession(session: string): Promise<void> {
    if (!this.view) return;
    const opened = await this.ask('session_open', { village: this.view.id, session });
    if (opened) await this.#showSession(opened);
  }

  /** Opens a conversation at one of its rows, in the thread of all agents, which holds every row. */
  async showRow(session: string, row: string): Promise<void> {
    this.all = true;
    this.#seeking = true;
    try {
      if (this.view?.session.id === session) await this.readThread();
      else await this.openSession(session);
      for (;;) {
        const reach = this.view?.session.id === session ? this.session.reach[ALL] : undefined;
        if (!reach) return;
        if (!reach.more || reach.from === null || reach.from <= row) break;
        await this.readThread(true);
        // A page that could not be read was told of already.
        if (this.session.reach[ALL]?.from === reach.from) return;
      }
      this.soughtRow = row;
    } finally {
      this.#seeking = false;
    }
  }

  /** No row is let go of while one is looked for, or pages are on their way. */
  #mayLetGo(): boolean {
    return !this.#seeking && this.soughtRow === null && this.#pages.size === 0;
  }

  /** Whoever looks at the end of the thread on screen needs no rows from far above it. */
  letGoOfOld(): void {
    const { village } = this;
    if (!village || !this.#mayLetGo()) return;
    const session = village.view.session.id;
    const before = village.sessions[session];
    const after = before && withoutOld(before, this.thread);
    if (after && after !== before)
      this.#setVillage({ ...village, sessions: { ...village.sessions, [session]: after } });
  }

  async #showSession(session: SessionView): Promise<void> {
    if (!this.village) return;
    const sessions = lastSessions(this.village.sessions, session.id);
    this.#setVillage({
      ...this.village,
      view: { ...this.village.view, session },
      sessions,
      contexts: {},
    });
    await Promise.all([this.readThread(), this.readContexts()]);
  }

  selectAgent(agent: string): void {
    if (!this.view) return;
    this.#selected = { ...this.#selected, [this.view.id]: agent };
    remember(`agent.${this.view.id}`, agent);
    void this.readThread();
  }

  setAll(all: boolean): void {
    this.all = all;
    void this.readThread();
  }

  /** Where the icon of an agent, or of the person, is; null without one. */
  iconOf(id: string): string | null {
    const { view } = this;
    const path = (of: string, mark: string | null | undefined): string | null =>
      mark ? this.platform.mediaUrl(`icon/${of}/${mark}`) : null;
    if (id === 'user') return path('user', this.data.settings.user_icon);
    return view && path(`${view.id}/${id}`, view.agents.find((agent) => agent.id === id)?.icon);
  }

  focusComposer(): void {
    this.composerCalls += 1;
  }

  /** Opens the pane with what a tool gave back. */
  showOutput(call: string): void {
    this.tab = 'output';
    this.shownCall = call;
  }

  /** Shows a picture large. */
  look(picture: Picture): void {
    this.picture = picture;
  }

  /** Asks where, and has the host write it there. `source` is a path below `media://localhost/`. */
  async saveMedia(source: string, name: string): Promise<void> {
    const village = this.view?.id;
    const path = await this.platform.pickSavePath(name).catch(() => null);
    if (village === undefined || path === null) return;
    const saved = await this.ask('media_save', { village, source, path });
    if (saved) this.toasts.say('media-saved', { path: saved.path });
  }

  open(route: DialogRoute): void {
    this.dialog = route;
  }

  #setVillage(village: VillageData): void {
    this.data = { ...this.data, open: { ...this.data.open, [village.view.id]: village } };
  }

  #recallSelection(village: string): void {
    const agent = recall(`agent.${village}`, '', isString);
    if (agent) this.#selected = { ...this.#selected, [village]: agent };
  }

  async #followSettings(): Promise<void> {
    applyTheme(this.data.settings.theme);
    await setLanguage(this.data.settings.language);
  }
}

/** Whether an agent has another model, or a model another window. */
function runsOnOther(before: VillageView, now: VillageView | null): boolean {
  const models = (view: VillageView): string =>
    JSON.stringify([
      view.agents.map((agent) => [agent.id, agent.template]),
      view.templates.map((template) => [template.id, template.context_window]),
    ]);
  return now !== null && before !== now && models(before) !== models(now);
}

/** The state in the tree of components. */
export const [useApp, provideApp] = createContext<App>();
