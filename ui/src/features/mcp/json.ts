/**
 * What the window itself reads out of an `mcp.json` that is being typed: names and targets, to draw cards and
 * to put a server in. The host alone decides whether a text is right. Pure.
 */
export interface TypedServer {
  name: string;
  transport: 'http' | 'sse' | 'stdio';
  /** As the host shows it: what may be a token in a query is masked. */
  target: string;
}

type Json = Record<string, unknown>;

/** NIK's address on this computer. */
export const NIK = { name: 'nik', entry: { type: 'http', url: 'http://127.0.0.1:47321/mcp' } } as const;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Json | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The key under which a file lists its servers, as the host looks for it. */
const listKey = (file: Json): 'mcpServers' | 'servers' =>
  !('mcpServers' in file) && 'servers' in file ? 'servers' : 'mcpServers';

/** The servers of a text, or null where it does not parse. */
export function serversIn(text: string): TypedServer[] | null {
  const file = parsed(text);
  if (!file) return null;
  const list = file[listKey(file)] ?? {};
  if (!isObject(list)) return null;
  return Object.entries(list).flatMap(([name, entry]): TypedServer[] => {
    if (!isObject(entry)) return [];
    if (typeof entry['url'] === 'string') {
      const [address = '', query] = entry['url'].split(/\?(.*)/s);
      return [
        {
          name,
          transport: entry['type'] === 'sse' ? 'sse' : 'http',
          target: query === undefined ? address : `${address}?***`,
        },
      ];
    }
    if (typeof entry['command'] !== 'string') return [];
    const args = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
    const quoted = [entry['command'], ...args].map((word) =>
      word === '' || /\s/.test(word) ? `'${word}'` : word,
    );
    return [{ name, transport: 'stdio', target: quoted.join(' ') }];
  });
}

/** The text with a server put in, everything else kept; null where it does not parse. */
export function withServer(text: string, name: string, entry: object): string | null {
  const file = parsed(text);
  if (!file) return null;
  const key = listKey(file);
  const list = file[key] ?? {};
  if (!isObject(list)) return null;
  return `${JSON.stringify({ ...file, [key]: { ...list, [name]: entry } }, null, 2)}\n`;
}
