import type { LogLevel, Verdict } from '~/contract/types.gen';
import type { Handlers, World } from './world';

type Log = Pick<Handlers, 'log_read' | 'log_verdicts'>;

const LEVELS: readonly LogLevel[] = ['info', 'warn', 'error'];
const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();

export function logHandlers(world: World): Log {
  return {
    log_read({ village, agent, kind, level, since_ms, until_ms, text, before, limit }) {
      const all = world.village(village).log;
      const wanted = text?.toLowerCase();
      const matching = all.filter(
        (line) =>
          (agent === undefined || line.agent === agent) &&
          (kind === undefined || line.kind === kind) &&
          (level === undefined || LEVELS.indexOf(line.level) >= LEVELS.indexOf(level)) &&
          (since_ms === undefined || Date.parse(line.time) >= since_ms) &&
          (until_ms === undefined || Date.parse(line.time) < until_ms) &&
          (wanted === undefined || line.text.toLowerCase().includes(wanted)),
      );
      const page = matching.filter((line) => before === undefined || line.number < before);
      return {
        lines: page.slice(-limit),
        more: page.length > limit,
        matching: matching.length,
        total: all.length,
        agents: unique(all.flatMap((line) => line.agent ?? [])),
        kinds: unique(all.map((line) => line.kind)),
      };
    },
    log_verdicts({ village }) {
      const running = new Map<
        string,
        {
          images: number;
          dropped: string[];
          outcome: string;
          prompt: number;
          before: number;
          growth: number | null;
        }
      >();
      const verdicts: Verdict[] = [];
      for (const { kind, agent, text, number, time } of world.village(village).log) {
        if (agent === null) continue;
        const seen = running.get(agent) ?? {
          images: 0,
          dropped: [],
          outcome: 'reached',
          prompt: 0,
          before: 0,
          growth: null,
        };
        running.set(agent, seen);
        const field = (name: string): string => new RegExp(` ${name}=(\\S+)`).exec(text)?.[1] ?? '';
        if (kind === 'tool') {
          seen.images += Number(field('images'));
          if (field('images') && seen.growth === null) seen.before = seen.prompt;
        } else if (kind === 'round') {
          seen.prompt = Number(field('prompt'));
          if (seen.before > 0) seen.growth = seen.prompt - seen.before;
          seen.before = 0;
        } else if (kind === 'tool image dropped') seen.dropped.push(field('reason'));
        else if (kind === 'tool image withheld') seen.outcome = 'withheld';
        else if (kind === 'tool image fallback') seen.outcome = 'fallback';
        else if (kind === 'turn') {
          running.delete(agent);
          verdicts.push({
            line: number,
            time,
            agent,
            images: seen.images,
            dropped: seen.dropped,
            outcome: seen.images === 0 ? 'none' : seen.outcome,
            stop: field('stop') || '-',
            rounds: Number(field('rounds').split('/')[0]),
            prompt: Number(field('prompt')),
            growth: seen.growth,
          });
        }
      }
      return { verdicts };
    },
  };
}
