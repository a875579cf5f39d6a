/** The roles of a village: made, changed, deleted. A role that is being written is ours until it is saved. */
import type { RoleView } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';
import { Saver } from '~/shared/ui/saver.svelte';
import type { App } from '~/state/app.svelte';

export const ROLE_TEXT = 20_000;

export class RolesDraft extends Saver {
  /** The role in the form; null is a new one. */
  selected = $state<string | null>(null);
  name = $state('');
  text = $state('');
  nameProblem = $state<string | null>(null);

  constructor(
    readonly app: App,
    readonly village: string,
  ) {
    super();
    this.select(this.roles[0]?.id ?? null);
  }

  get roles(): readonly RoleView[] {
    return this.app.data.open[this.village]?.view.roles ?? [];
  }

  get #stored(): RoleView | undefined {
    return this.roles.find((role) => role.id === this.selected);
  }

  get dirty(): boolean {
    const stored = this.#stored;
    return this.name.trim() !== (stored?.name ?? '') || this.text !== (stored?.text ?? '');
  }

  /** How many agents have it. */
  usedBy(role: string): number {
    const agents = this.app.data.open[this.village]?.view.agents ?? [];
    return agents.filter((agent) => agent.role === role).length;
  }

  select(role: string | null): void {
    this.selected = role;
    this.discard();
  }

  discard(): void {
    const stored = this.#stored;
    this.name = stored?.name ?? '';
    this.text = stored?.text ?? '';
    this.nameProblem = null;
    this.problem = null;
  }

  /** True when nothing is left unsaved. */
  async save(): Promise<boolean> {
    if (!this.dirty) return true;
    const name = this.name.trim();
    this.nameProblem = name === '' ? 'error-name-empty' : null;
    if (this.nameProblem) return false;
    const known = new Set(this.roles.map((role) => role.id));
    return this.try(async () => {
      const village = await this.app.platform.rpc('role_save', {
        village: this.village,
        ...(this.selected !== null && { id: this.selected }),
        name,
        text: this.text,
      });
      const saved = village.roles.find((role) =>
        this.selected === null ? !known.has(role.id) : role.id === this.selected,
      );
      this.selected = saved?.id ?? null;
      this.name = saved?.name ?? '';
      this.text = saved?.text ?? '';
    });
  }

  async remove(role: string): Promise<void> {
    this.problem = null;
    try {
      const { roles } = await this.app.platform.rpc('role_delete', { village: this.village, role });
      this.select(roles[0]?.id ?? null);
    } catch (thrown) {
      this.problem = failureOf(thrown);
    }
  }
}
