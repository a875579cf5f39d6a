/** Where this village's data goes: every address that it is set up to reach. Pure. */
import type { VillageView } from '~/contract/types.gen';

export interface Receiver {
  /** What the person called it. */
  name: string;
  /** Host, or the command that runs here. */
  where: string;
  kind: 'model' | 'server' | 'command';
  /** It stays on this computer, as far as the address tells. */
  local: boolean;
}

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function hostOf(url: string): { where: string; local: boolean } {
  try {
    const { host, hostname } = new URL(url);
    return { where: host, local: LOCAL.test(hostname) };
  } catch {
    // A variable that is filled in when it connects: where to is not known before.
    return { where: url, local: false };
  }
}

export function receivers(view: VillageView): Receiver[] {
  const models = view.templates
    .filter(({ wire }) => wire !== 'practice')
    .map(({ name, base_url }): Receiver => ({ name, kind: 'model', ...hostOf(base_url) }));
  const servers = view.agents
    .flatMap(({ servers: all }) => all)
    .map(({ name, target, transport }): Receiver =>
      transport === 'stdio'
        ? { name, where: target, kind: 'command', local: true }
        : { name, kind: 'server', ...hostOf(target) },
    );
  const seen = new Set<string>();
  return [...models, ...servers].filter(({ kind, name, where }) => {
    const key = `${kind}\n${name}\n${where}`;
    return !seen.has(key) && seen.add(key);
  });
}
