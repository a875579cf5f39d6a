/** What a person can do in the chat. */
import type {
  ApprovalView,
  Decision,
  Failure,
  QuestionAction,
  QuestionView,
  TemplateView,
} from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import type { App } from '~/state/app.svelte';
import type { Draft, DraftFile } from '~/state/drafts.svelte';
import { Attaching, type Owner } from './attaching';
import { blockOf, hasContent, readyOf, type Block } from './compose';

export class Chat {
  /** Why the last message of an agent was not sent, by village and agent. */
  #problems = $state.raw<Readonly<Record<string, Failure>>>({});
  readonly #attaching: Attaching;
  /** Counts sent messages, so that the list goes to its end. */
  sent = $state(0);

  constructor(readonly app: App) {
    this.#attaching = new Attaching(app);
  }

  get #ids(): Owner | null {
    const { view, agent } = this.app;
    return view && agent ? { village: view.id, agent: agent.id } : null;
  }

  get draft(): Draft {
    const ids = this.#ids;
    return ids ? this.app.drafts.get(ids.village, ids.agent) : { text: '', files: [], sending: false };
  }

  get template(): TemplateView | undefined {
    return this.app.view?.templates.find((template) => template.id === this.app.agent?.template);
  }

  get block(): Block | null {
    return this.app.agent ? blockOf(this.app.agent, this.template, readyOf(this.draft.files)) : null;
  }

  /** Nothing goes out while a file is looked at or was refused: it would go without the file. */
  get canSend(): boolean {
    const { text, files, sending } = this.draft;
    const ready = readyOf(files);
    return this.block === null && !sending && ready.length === files.length && hasContent(text, ready);
  }

  get problem(): Failure | null {
    const ids = this.#ids;
    return (ids && this.#problems[`${ids.village}/${ids.agent}`]) ?? null;
  }

  /** A turn of the selected agent runs. */
  get running(): boolean {
    const { agent } = this.app;
    return agent !== null && agent.status !== 'stopped' && agent.status !== 'idle';
  }

  type(text: string): void {
    const ids = this.#ids;
    if (ids) this.app.drafts.setText(ids.village, ids.agent, text);
  }

  /** Sends the draft of the selected agent. Until the host has it, the draft stays. */
  async send(): Promise<void> {
    const ids = this.#ids;
    if (!ids || !this.canSend) return;
    const { text, files } = this.draft;
    this.app.drafts.setSending(ids.village, ids.agent, true);
    try {
      await this.app.platform.rpc('message_send', {
        ...ids,
        text: text.trim(),
        attachments: files.map((file) => file.id),
      });
      this.app.drafts.sent(ids.village, ids.agent, { text, files });
      this.#setProblem(ids, null);
      this.sent += 1;
    } catch (thrown) {
      this.app.drafts.setSending(ids.village, ids.agent, false);
      this.#setProblem(ids, failureOf(thrown));
    }
  }

  /** Sends a ready-made request without touching the draft. */
  async offer(text: string): Promise<void> {
    const ids = this.#ids;
    if (!ids) return;
    if (await this.app.ask('message_send', { ...ids, text, attachments: [] })) this.sent += 1;
  }

  forgetProblem(): void {
    const ids = this.#ids;
    if (ids) this.#setProblem(ids, null);
  }

  #setProblem({ village, agent }: Owner, problem: Failure | null): void {
    const { [`${village}/${agent}`]: _, ...others } = this.#problems;
    this.#problems = problem ? { ...others, [`${village}/${agent}`]: problem } : others;
  }

  async stop(): Promise<void> {
    const ids = this.#ids;
    if (ids && this.running) await this.app.ask('turn_stop', ids);
  }

  async withdraw(row: string): Promise<void> {
    const { view } = this.app;
    if (view) await this.app.ask('message_withdraw', { village: view.id, row });
  }

  async decide(approval: ApprovalView, decision: Decision): Promise<void> {
    const { view } = this.app;
    if (view) await this.app.ask('approval_answer', { village: view.id, id: approval.id, decision });
  }

  /** Answers a server. Why the host did not take it, or null. */
  async answer(
    { id }: QuestionView,
    action: QuestionAction,
    values: Record<string, unknown> | null,
  ): Promise<Failure | null> {
    const { view } = this.app;
    if (!view) return null;
    try {
      await this.app.platform.rpc('question_answer', { village: view.id, id, action, values });
      return null;
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  async openOutside(url: string): Promise<Failure | null> {
    try {
      await this.app.platform.openExternal(url);
      return null;
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  /** Files stay with the agent that was selected when they were chosen. */
  async attachFiles(files: readonly File[]): Promise<void> {
    const ids = this.#ids;
    if (ids) await this.#attaching.files(ids, files);
  }

  async attachFromClipboard(): Promise<void> {
    const ids = this.#ids;
    if (ids) await this.#attaching.clipboard(ids);
  }

  /** The frame on screen in the camera panel. */
  async attachFrame(seq: number): Promise<void> {
    const ids = this.#ids;
    if (ids) await this.#attaching.frame(ids, seq);
  }

  async detach(files: readonly DraftFile[]): Promise<void> {
    const ids = this.#ids;
    if (ids) await Promise.all(files.map((file) => this.#attaching.remove(ids, file)));
  }

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.app.toasts.say('action-copied');
    } catch (thrown) {
      this.app.toasts.fail(failureOf(thrown));
    }
  }
}
