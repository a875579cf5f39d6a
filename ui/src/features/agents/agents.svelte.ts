/** What a person can do with agents. */
import type { AgentView, ServerView } from '~/contract/types.gen';
import { t } from '~/shared/i18n/i18n.svelte';
import { wantsOf } from '~/shared/i18n/server';
import type { App } from '~/state/app.svelte';

export class Agents {
  /** The agent whose name is being typed. */
  renaming = $state<string | null>(null);

  constructor(readonly app: App) {}

  get #village(): string {
    return this.app.view?.id ?? '';
  }

  async create(): Promise<void> {
    const { view } = this.app;
    if (!view) return;
    const name = t('agent-new-name', { number: view.agents.length + 1 });
    const agent = await this.app.ask('agent_new', {
      village: view.id,
      name,
      template: view.templates[0]?.id ?? '',
    });
    if (!agent) return;
    this.app.takeNew(view.id, agent);
    this.app.selectAgent(agent.id);
    this.renaming = agent.id;
  }

  async rename(agent: AgentView, name: string): Promise<void> {
    this.renaming = null;
    const clean = name.trim();
    if (clean === '' || clean === agent.name) return;
    await this.app.ask('agent_set', { village: this.#village, agent: agent.id, name: clean });
  }

  async duplicate(agent: AgentView): Promise<void> {
    const village = this.#village;
    const copy = await this.app.ask('agent_duplicate', { village, agent: agent.id });
    if (!copy) return;
    this.app.takeNew(village, copy);
    this.app.selectAgent(copy.id);
  }

  /** Gone at once; the message offers to bring it back. */
  async remove(agent: AgentView): Promise<void> {
    const village = this.#village;
    const gone = await this.app.ask('agent_delete', { village, agent: agent.id });
    if (!gone) return;
    const view = this.app.data.open[village]?.view;
    if (view?.agents.some((other) => other.id === agent.id)) {
      const agents = view.agents.filter((other) => other.id !== agent.id);
      this.app.take([{ event: 'village', village: { ...view, agents } }]);
    }
    this.app.toasts.say(
      'agent-deleted',
      { agent: agent.name },
      {
        key: 'action-undo',
        run: () => void this.restore(village, agent.id),
      },
    );
  }

  async restore(village: string, agent: string): Promise<void> {
    const back = await this.app.ask('agent_restore', { village, agent });
    if (back) this.app.takeNew(village, back);
    if (back && village === this.#village) this.app.selectAgent(agent);
  }

  async toggle(agent: AgentView): Promise<void> {
    const command = agent.status === 'stopped' ? 'agent_start' : 'agent_stop';
    await this.app.ask(command, { village: this.#village, agent: agent.id });
  }

  /** Starts every agent that has a model; their servers connect. */
  async startAll(): Promise<void> {
    await this.#all('agents_start');
  }

  /** Stops every agent, with what it does and what waits for it. */
  async stopAll(): Promise<void> {
    await this.#all('agents_stop');
  }

  async #all(command: 'agents_start' | 'agents_stop'): Promise<void> {
    if (this.app.view) await this.app.ask(command, { village: this.#village });
  }

  /** Ends what it does now; its servers and its queue stay. */
  async stopTurn(agent: AgentView): Promise<void> {
    await this.app.ask('turn_stop', { village: this.#village, agent: agent.id });
  }

  async retry(agent: AgentView, server: ServerView): Promise<void> {
    await this.app.ask('server_retry', {
      village: this.#village,
      agent: agent.id,
      server: server.name,
      shared: server.shared,
    });
  }

  /** Shows exactly what would start or be reached before it may. */
  approve(agent: AgentView, server: ServerView): void {
    const village = this.#village;
    this.app.open({
      kind: 'confirm',
      title: 'server-approve-title',
      body: server.transport === 'stdio' ? 'server-approve-command' : 'server-approve-url',
      action: 'server-approve',
      args: { server: server.name, agent: agent.name },
      code: wantsOf(server),
      run: () =>
        void this.app.ask('server_approve', {
          village,
          agent: agent.id,
          server: server.name,
          shared: server.shared,
        }),
    });
  }
}
