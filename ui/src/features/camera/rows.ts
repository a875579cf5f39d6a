/** What the camera panel says. Pure. */
import type { AgentView, CameraPhase, CameraSource, CameraView } from '~/contract/types.gen';
import { toolParts } from '~/shared/format/tool';

/** Milliseconds between calls; 0 is as fast as the camera answers. */
export const INTERVALS: readonly number[] = [0, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

/** The offered interval nearest to a stored one. */
export function nearestInterval(ms: number): number {
  if (ms <= 0) return 0;
  return INTERVALS.slice(1).reduce(
    (best, one) => (Math.abs(one - ms) < Math.abs(best - ms) ? one : best),
    500,
  );
}

export const sourceKey = (source: CameraSource): string => `${source.agent}/${source.server}/${source.tool}`;

export interface SourceOption {
  value: string;
  label: string;
  hint: string;
  source: CameraSource;
}

export function sourceOptions(
  sources: readonly CameraSource[],
  agents: readonly AgentView[],
): SourceOption[] {
  return sources.map((source) => ({
    value: sourceKey(source),
    label: `${source.server} / ${toolParts(source.tool).tool}`,
    hint: agents.find((agent) => agent.id === source.agent)?.name ?? source.agent,
    source,
  }));
}

const PHASE_KEYS: Record<CameraPhase, string> = {
  off: 'camera-phase-off',
  starting: 'camera-phase-starting',
  live: 'camera-phase-live',
  stale: 'camera-phase-stale',
  refused: 'camera-phase-refused',
  unreachable: 'camera-phase-unreachable',
};

export const phaseKey = (phase: CameraPhase): string => PHASE_KEYS[phase];

/** What is said where no picture has come yet. */
export function blankKey({ phase, problem }: CameraView): string {
  if (phase === 'off') return 'camera-press-start';
  if (phase === 'refused') return 'camera-stopped';
  // A camera that does not answer at all, and says no reason, may be asking its owner.
  if (phase === 'stale' && !problem) return 'camera-waiting';
  return phaseKey(phase);
}

export type Tone = 'quiet' | 'busy' | 'ok' | 'warn' | 'bad';

export function phaseTone(phase: CameraPhase): Tone {
  const tones: Record<CameraPhase, Tone> = {
    off: 'quiet',
    starting: 'busy',
    live: 'ok',
    stale: 'warn',
    refused: 'bad',
    unreachable: 'bad',
  };
  return tones[phase];
}

/** The panel calls its tool, or tries to. */
export const isRunning = (camera: CameraView): boolean =>
  camera.phase === 'starting' ||
  camera.phase === 'live' ||
  camera.phase === 'stale' ||
  camera.phase === 'unreachable';
