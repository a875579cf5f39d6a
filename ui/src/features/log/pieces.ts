/** Lines of the log as pieces to draw: keys, values, and what a person should notice. Pure. */
import type { LogLine } from '~/contract/types.gen';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

export interface Piece {
  key: string;
  value: string;
  tone: Tone;
}

/** The fields of a line; what is no `key=value` stands as a value without a key. */
export function piecesOf(line: Pick<LogLine, 'kind' | 'text'>): Piece[] {
  const prefix = `${line.kind}: `;
  let rest = line.text.startsWith(prefix) ? line.text.slice(prefix.length) : line.text;
  const found: Piece[] = [];
  while (rest !== '') {
    const match = /^([A-Za-z_]+)=("(?:[^"\\]|\\.)*"|\S*)\s*/.exec(rest);
    if (!match) {
      found.push({ key: '', value: rest, tone: 'plain' });
      break;
    }
    const [whole, key = '', value = ''] = match;
    found.push({ key, value, tone: toneOf(key, value) });
    rest = rest.slice(whole.length);
  }
  return found;
}

function toneOf(key: string, value: string): Tone {
  if (key === 'ok') return value === 'true' ? 'plain' : 'bad';
  if (key === 'outcome') return value === 'ok' ? 'good' : 'bad';
  if (key === 'reason' || key === 'retry') return 'warn';
  if (key === 'status') return 'bad';
  if (key === 'images') return 'good';
  if (key === 'state') return value === 'failed' ? 'bad' : value === 'ready' ? 'good' : 'plain';
  if (key === 'stop') return value === '-' ? 'plain' : value.startsWith('failed') ? 'bad' : 'warn';
  if (key === 'failed' || key === 'removed') return value === '0' ? 'plain' : 'warn';
  return 'plain';
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Local time with its day: `11-30 22:10:05.123`; as written where it is no time. */
export function stamp(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}.${ms}`;
}
