/** What running requests cost, who set whom to work, and what was said lately. */
import type { MeterView, TaskState, WaveView } from '~/contract/types.gen';
import type { World } from './world';

const WAVES = 50;
const LINES = 12;
const SHOWN = 200;

const oneLine = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, SHOWN).join('');

function setMeter(world: World, village: string, meter: MeterView): void {
  world.village(village).meters.set(meter.request, meter);
  world.emit({ event: 'meter', village, meter });
}

export function opened(world: World, village: string, session: string, request: string): void {
  const limit = world.village(village).view.budget;
  setMeter(world, village, { request, session, spent_tenths: 0, held_tenths: 0, limit, open: 1 });
}

export function spend(world: World, village: string, request: string, tokens: number, held: number): void {
  const meter = world.village(village).meters.get(request);
  if (!meter) return;
  setMeter(world, village, {
    ...meter,
    spent_tenths: meter.spent_tenths + Math.round(tokens * 10),
    held_tenths: Math.max(0, meter.held_tenths + held * 10),
  });
}

export function closed(world: World, village: string, request: string): void {
  const { meters } = world.village(village);
  const meter = meters.get(request);
  meters.delete(request);
  if (meter) world.emit({ event: 'request_ended', village, meter: { ...meter, held_tenths: 0, open: 0 } });
}

/** Work is given out. */
export function beginWave(
  world: World,
  village: string,
  wave: Omit<WaveView, 'id' | 'tasks'>,
  tasks: readonly { to: string; text: string }[],
): string {
  const home = world.village(village);
  const id = world.id('w');
  const begun_ms = Date.now();
  const whole: WaveView = {
    ...wave,
    id,
    tasks: tasks.map(({ to, text }) => ({
      to,
      text: oneLine(text),
      row: world.id('row'),
      state: 'queued',
      code: null,
      begun_ms,
      ended_ms: null,
    })),
  };
  home.waves = [...home.waves, whole].slice(-WAVES);
  world.emit({ event: 'wave', village, wave: whole });
  return id;
}

export function setTask(
  world: World,
  village: string,
  id: string,
  index: number,
  state: TaskState,
  code: string | null = null,
): void {
  const wave = world.village(village).waves.find((one) => one.id === id);
  const before = wave?.tasks[index];
  if (!wave || !before) return;
  const over = state !== 'queued' && state !== 'running';
  const task = { ...before, state, code, ended_ms: over ? Date.now() : null };
  wave.tasks = wave.tasks.with(index, task);
  world.emit({ event: 'task', village, wave: id, index, task });
}

/** What was said is read by all who take part. */
export function speak(world: World, village: string, from: string, to: string, text: string): void {
  const home = world.village(village);
  const hears = (id: string): boolean =>
    id === 'user' || home.view.agents.some((agent) => agent.id === id && agent.plaza);
  if (!hears(from) || !hears(to)) return;
  const line = { id: world.id('p'), from, to, at_ms: Date.now(), text: oneLine(text) };
  home.plaza = [...home.plaza, line].slice(-LINES);
}
