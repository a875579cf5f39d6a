/** What a person can do with the camera panel. */
import type { AgentView, CameraSource, CameraView } from '~/contract/types.gen';
import type { App } from '~/state/app.svelte';
import { readyFile } from '~/state/drafts.svelte';
import { CAMERA_OFF } from '~/state/reduce';
import { isRunning, nearestInterval, sourceKey, sourceOptions, type SourceOption } from './rows';

export class Camera {
  sources = $state.raw<readonly CameraSource[]>([]);
  #chosen = $state<string | null>(null);
  /** The frame on the canvas. */
  drawn = $state<number | null>(null);
  starting = $state(false);

  constructor(readonly app: App) {}

  get view(): CameraView {
    return this.app.village?.camera ?? CAMERA_OFF;
  }

  get options(): SourceOption[] {
    return sourceOptions(this.sources, this.app.view?.agents ?? []);
  }

  get chosen(): SourceOption | null {
    const { options } = this;
    const running = this.view.source && sourceKey(this.view.source);
    const wanted = this.#chosen ?? running;
    return (
      options.find((option) => option.value === wanted) ??
      options.find((option) => option.source.agent === this.app.agent?.id) ??
      options[0] ??
      null
    );
  }

  /** A stopped agent that has servers: the chosen one, or the first. One of them may have a camera. */
  get asleep(): AgentView | null {
    const agents = this.app.view?.agents ?? [];
    const asleep = agents.filter((agent) => agent.status === 'stopped' && agent.servers.length > 0);
    return asleep.find((agent) => agent.id === this.app.agent?.id) ?? asleep[0] ?? null;
  }

  async wake(agent: AgentView): Promise<void> {
    await this.app.ask('agent_start', { village: this.app.view?.id ?? '', agent: agent.id });
  }

  get interval(): number {
    return nearestInterval(this.app.data.settings.camera_interval_ms);
  }

  async readSources(): Promise<void> {
    const { view } = this.app;
    if (!view) return;
    try {
      const found = await this.app.platform.rpc('camera_sources', { village: view.id });
      this.sources = found.sources;
    } catch {
      // The list stays as it was: a village that is just closing has none to tell.
    }
  }

  async choose(value: string): Promise<void> {
    this.#chosen = value;
    if (isRunning(this.view)) await this.start();
  }

  async setInterval(ms: number): Promise<void> {
    const settings = await this.app.ask('settings_set', { camera_interval_ms: ms });
    if (!settings) return;
    this.app.take([{ event: 'settings', settings }]);
    if (isRunning(this.view)) await this.start();
  }

  async start(): Promise<void> {
    const { view } = this.app;
    const source = this.chosen?.source;
    if (!view || !source) return;
    this.starting = true;
    // Events alone tell how the panel is: an answer may come after the refusal that followed it.
    await this.app.ask('camera_start', { village: view.id, source, interval_ms: this.interval });
    this.starting = false;
  }

  async stop(): Promise<void> {
    const { view } = this.app;
    if (!view) return;
    await this.app.ask('camera_stop', { village: view.id });
  }

  /** Puts the frame that is on screen beside the next message. */
  async ask(): Promise<void> {
    const { view, agent } = this.app;
    if (!view || !agent || this.drawn === null) return;
    const frame = await this.app.ask('frame_take', { village: view.id, agent: agent.id, seq: this.drawn });
    if (!frame) return;
    this.app.drafts.attach(view.id, agent.id, readyFile(frame));
    this.app.focusComposer();
  }

  async snapshot(): Promise<void> {
    const { view } = this.app;
    if (!view || this.drawn === null) return;
    const extension = this.view.frame?.format === 'WebP' ? 'webp' : 'jpg';
    await this.app.saveMedia(`frame/${view.id}/${this.drawn}`, `frame-${this.drawn}.${extension}`);
  }
}
