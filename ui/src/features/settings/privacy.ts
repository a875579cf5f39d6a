/** Where this village's data goes: every address that it is set up to reach. Pure. */
import type { VillageView } from '~/contract/types.gen';

export interface Receiver {
  /** What the person called it. */
  name: string;
  /** Host, or the command that runs here. */
  where: string;
  kind: 'model' | 'server' | 'command';
  /** It stays on this computer, as far as the address tells; null where a variable decides. */
  local: boolean | null;
}

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Filled in by the program itself, with the address of its own stand-in. */
const PRACTICE_CAMERA = '${FUSEFORKS_PRACTICE_CAMERA}';

function hostOf(url: string): { where: string; local: boolean | null } {
  try {
    const { host, hostname } = new URL(url);
    return { where: host, local: LOCAL.test(hostname) };
  } catch {
    return { where: url, local: url === PRACTICE_CAMERA ? true : null };
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
