/**
 * Who works for whom, and what requests cost, as far as events told it. Pure.
 *
 * Invariant: an event carries the whole wave, task or meter, so hearing one twice changes nothing.
 */
import type { MeterView, TaskView, WaveView, WorkKind } from '~/contract/types.gen';

/** As many as the host keeps. */
export const WAVES = 50;

export function withWave(waves: readonly WaveView[], wave: WaveView): readonly WaveView[] {
  const at = waves.findIndex((other) => other.id === wave.id);
  return at < 0 ? [...waves, wave].slice(-WAVES) : waves.with(at, wave);
}

export function withTask(
  waves: readonly WaveView[],
  id: string,
  index: number,
  task: TaskView,
): readonly WaveView[] {
  const at = waves.findIndex((wave) => wave.id === id);
  const wave = waves[at];
  if (!wave?.tasks[index]) return waves;
  return waves.with(at, { ...wave, tasks: wave.tasks.with(index, task) });
}

export const isOpen = (task: TaskView): boolean => task.state === 'queued' || task.state === 'running';

/** Work that is not over: who gave it to whom, since when. */
export interface OpenTask {
  from: string;
  to: string;
  kind: WorkKind;
  running: boolean;
  since: number;
}

export function openTasks(waves: readonly WaveView[]): OpenTask[] {
  return waves.flatMap(({ agent, kind, tasks }) =>
    tasks.filter(isOpen).map((task) => ({
      from: agent,
      to: task.to,
      kind,
      running: task.state === 'running',
      since: task.begun_ms,
    })),
  );
}

/** Running requests, and of each conversation the last one that ended. */
export function withMeter(meters: readonly MeterView[], meter: MeterView): readonly MeterView[] {
  const others = meters.filter((other) => other.request !== meter.request);
  const list = [...others, meter];
  return list.filter(
    (one, at) =>
      one.open > 0 || !list.slice(at + 1).some((next) => next.open === 0 && next.session === one.session),
  );
}

/** What a conversation costs now: its running requests together, else the last one that ended. */
export function meterOf(meters: readonly MeterView[], session: string): MeterView | null {
  const here = meters.filter((meter) => meter.session === session);
  const running = here.filter((meter) => meter.open > 0);
  const last = here.at(-1);
  if (running.length === 0) return last ?? null;
  // Each request has a budget of its own: the one that is nearest to its end is the one to watch.
  return running.reduce((most, meter) => (shareOf(meter) > shareOf(most) ? meter : most));
}

/** Used and held, as a share of what may be used. */
export function shareOf({ spent_tenths, held_tenths, limit }: MeterView): number {
  return limit === 0 ? 1 : (spent_tenths + held_tenths) / 10 / limit;
}
