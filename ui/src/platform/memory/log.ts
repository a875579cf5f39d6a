import type { Handlers, World } from './world';

type Log = Pick<Handlers, 'log_read' | 'log_verdicts'>;

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();

export function logHandlers(world: World): Log {
  return {
    log_read({ village, agent, kind, text, before, limit }) {
      const all = world.village(village).log;
      const wanted = text?.toLowerCase();
      const matching = all.filter(
        (line) =>
          (agent === undefined || line.agent === agent) &&
          (kind === undefined || line.kind === kind) &&
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
    log_verdicts: ({ village }) => ({
      verdicts: world
        .village(village)
        .log.filter((line) => line.kind === 'turn')
        .map((line) => ({
          line: line.number,
          time: line.time,
          agent: line.agent ?? '',
          images: 1,
          dropped: [],
          outcome: 'reached',
          stop: /stop=(\S+)/.exec(line.text)?.[1] ?? '-',
          rounds: 2,
          prompt: Number(/prompt=(\d+)/.exec(line.text)?.[1] ?? 0),
        })),
    }),
  };
}
