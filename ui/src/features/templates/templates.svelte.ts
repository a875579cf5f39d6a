/**
 * The templates of a village, and the one whose form is open.
 *
 * A typed key is in this object until the host has taken it, and never longer; it goes nowhere else.
 */
import type { Failure, Preset, Presets, TemplateView, VisionReport } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import type { Savable } from '~/shared/ui/unsaved.svelte';
import type { App } from '~/state/app.svelte';
import {
  emptyForm,
  formOf,
  originOf,
  PRACTICE,
  problemsOf,
  sameForm,
  saveOf,
  withPreset,
  type Form,
  type FormField,
} from './form';

export class Templates implements Savable {
  /** The template on the page; null is a new one. */
  selected = $state<string | null>(null);
  form = $state<Form>(emptyForm());
  key = $state('');
  #base = $state.raw<Form>(emptyForm());
  presets = $state.raw<Presets>({ presets: [], wires: [] });

  /** Save was pressed: problems are shown. */
  tried = $state(false);
  saving = $state(false);
  savedOnce = $state(false);
  failure = $state.raw<Failure | null>(null);
  keyFailure = $state.raw<Failure | null>(null);

  models = $state.raw<readonly string[]>([]);
  modelsOpen = $state(false);
  listing = $state(false);
  modelsFailure = $state.raw<Failure | null>(null);
  modelsNone = $state(false);

  /** The server is asked what it says about the model. */
  asking = $state(false);
  askFailure = $state.raw<Failure | null>(null);

  testing = $state(false);
  report = $state.raw<VisionReport | null>(null);
  testFailure = $state.raw<Failure | null>(null);

  readonly dirty: boolean = $derived(!sameForm(this.form, this.#base) || this.key !== '');
  readonly problems: Partial<Record<FormField, string>> = $derived(this.tried ? problemsOf(this.form) : {});

  constructor(
    readonly app: App,
    readonly village: string,
    first: string | null,
  ) {
    this.select(first);
    void this.app.ask('presets', {}).then((presets) => {
      if (presets) this.presets = presets;
    });
  }

  get list(): readonly TemplateView[] {
    return this.app.data.open[this.village]?.view.templates ?? [];
  }

  get template(): TemplateView | undefined {
    return this.list.find(({ id }) => id === this.selected);
  }

  /** A key is at hand for the address in the form. */
  get hasKey(): boolean {
    const { template } = this;
    return template?.has_key === true && originOf(template.base_url) === originOf(this.form.base_url);
  }

  /** A key was kept, for another address. */
  get keyMoved(): boolean {
    return this.template?.has_key === true && !this.hasKey;
  }

  select(id: string | null): void {
    this.selected = id;
    const { template } = this;
    this.#base = template ? formOf(template) : emptyForm();
    this.form = { ...this.#base };
    this.key = '';
    this.tried = false;
    this.savedOnce = false;
    this.failure = null;
    this.keyFailure = null;
    this.#forgetModels();
    this.report = null;
    this.testFailure = null;
    this.askFailure = null;
  }

  use(preset: Preset): void {
    this.form = withPreset({ ...this.form }, preset, this.presets.presets);
    this.#forgetModels();
  }

  async listModels(): Promise<void> {
    const { wire, base_url } = this.form;
    const key = this.key.trim();
    this.listing = true;
    this.#forgetModels();
    try {
      const ask = { village: this.village, wire, base_url: base_url.trim(), ...(key !== '' && { key }) };
      const { models } = await this.app.platform.rpc('models', ask);
      this.models = models;
      this.modelsNone = models.length === 0;
      this.modelsOpen = models.length > 0;
    } catch (thrown) {
      this.modelsFailure = failureOf(thrown);
    }
    this.listing = false;
  }

  async save(): Promise<boolean> {
    this.tried = true;
    this.failure = null;
    this.keyFailure = null;
    if (this.saving || Object.keys(problemsOf(this.form)).length > 0) return false;
    this.saving = true;
    try {
      const saved = await this.app.platform.rpc(
        'template_save',
        saveOf(this.village, this.selected, this.form),
      );
      this.#take(saved);
      this.selected = saved.id;
      this.#base = formOf(saved);
      this.form = { ...this.#base };
    } catch (thrown) {
      this.failure = failureOf(thrown);
      this.saving = false;
      return false;
    }
    const kept = await this.#keepKey();
    this.saving = false;
    this.savedOnce = kept;
    if (kept) {
      this.tried = false;
      // Once, without a word about failure: the person asked for nothing but to save.
      if (this.canAsk && this.template?.told === null) void this.askServer(true);
    }
    return kept;
  }

  /** There is a server to ask, about what is saved, and a key for it if it wants one. */
  get canAsk(): boolean {
    const { template } = this;
    if (!template || template.wire === PRACTICE || this.dirty) return false;
    return !template.needs_key || template.has_key;
  }

  async askServer(quietly = false): Promise<void> {
    const { selected, village } = this;
    if (selected === null || this.asking) return;
    this.asking = true;
    this.askFailure = null;
    try {
      this.#take(await this.app.platform.rpc('template_ask', { village, template: selected }));
    } catch (thrown) {
      if (this.selected === selected && !quietly) this.askFailure = failureOf(thrown);
    }
    this.asking = false;
  }

  async #keepKey(): Promise<boolean> {
    const { template, key } = this;
    if (!template?.needs_key || key.trim() === '') {
      this.key = '';
      return true;
    }
    try {
      await this.app.platform.rpc('key_set', { village: this.village, template: template.id, key });
      this.key = '';
      this.#take({ ...template, has_key: true });
      return true;
    } catch (thrown) {
      this.keyFailure = failureOf(thrown);
      return false;
    }
  }

  async clearKey(): Promise<void> {
    const { template } = this;
    if (!template) return;
    try {
      await this.app.platform.rpc('key_clear', { village: this.village, template: template.id });
      this.#take({ ...template, has_key: false });
    } catch (thrown) {
      this.keyFailure = failureOf(thrown);
    }
  }

  /** What is tested is what is saved. */
  async testVision(): Promise<void> {
    if ((this.dirty || this.selected === null) && !(await this.save())) return;
    const { selected } = this;
    if (selected === null) return;
    this.testing = true;
    this.report = null;
    this.testFailure = null;
    try {
      const report = await this.app.platform.rpc('vision_test', {
        village: this.village,
        template: selected,
      });
      if (this.selected === selected) this.report = report;
    } catch (thrown) {
      if (this.selected === selected) this.testFailure = failureOf(thrown);
    }
    this.testing = false;
  }

  /** Names of the agents that would be without a model. */
  get users(): string[] {
    const agents = this.app.data.open[this.village]?.view.agents ?? [];
    return agents.filter(({ template }) => template === this.selected).map(({ name }) => name);
  }

  async remove(): Promise<void> {
    const id = this.selected;
    if (id === null) return;
    const { list, village } = this;
    const next =
      list[list.findIndex((one) => one.id === id) + 1] ?? list.filter((one) => one.id !== id).at(-1);
    if (!(await this.app.ask('template_delete', { village, template: id }))) return;
    const view = this.app.data.open[village]?.view;
    if (view?.templates.some((one) => one.id === id)) {
      const templates = view.templates.filter((one) => one.id !== id);
      const agents = view.agents.map((agent) => (agent.template === id ? { ...agent, template: '' } : agent));
      this.app.take([{ event: 'village', village: { ...view, templates, agents } }]);
    }
    this.select(next?.id ?? null);
  }

  #take(template: TemplateView): void {
    const view = this.app.data.open[this.village]?.view;
    if (!view) return;
    const known = view.templates.some(({ id }) => id === template.id);
    const templates = known
      ? view.templates.map((one) => (one.id === template.id ? template : one))
      : [...view.templates, template];
    this.app.take([{ event: 'village', village: { ...view, templates } }]);
  }

  #forgetModels(): void {
    this.models = [];
    this.modelsOpen = false;
    this.modelsFailure = null;
    this.modelsNone = false;
  }
}
