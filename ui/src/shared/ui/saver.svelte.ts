/** Something that the host is asked to keep: whether a try is under way, and why the last one came to nothing. */
import type { Failure } from '~/contract/types.gen';
import { failureOf } from '~/platform/types';

export class Saver {
  saving = $state(false);
  problem = $state.raw<Failure | null>(null);

  /** True when the host has taken it. One try at a time: another one meanwhile is none. */
  protected async try(work: () => Promise<void>): Promise<boolean> {
    if (this.saving) return false;
    this.saving = true;
    this.problem = null;
    try {
      await work();
      return true;
    } catch (thrown) {
      this.problem = failureOf(thrown);
      return false;
    } finally {
      this.saving = false;
    }
  }
}
