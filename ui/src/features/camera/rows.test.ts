import { describe, expect, it } from 'vitest';
import { agentView } from '~/../tests/views';
import type { CameraPhase, Failure } from '~/contract/types.gen';
import { CAMERA_OFF } from '~/state/reduce';
import { Puller } from './puller';
import { blankKey, nearestInterval, phaseTone, sourceOptions } from './rows';

describe('the camera panel', () => {
  it('offers intervals from the fastest to a minute and finds the nearest of a stored one', () => {
    expect(nearestInterval(0)).toBe(0);
    expect(nearestInterval(500)).toBe(500);
    expect(nearestInterval(1200)).toBe(1000);
    expect(nearestInterval(90_000)).toBe(60_000);
    expect(nearestInterval(1)).toBe(500);
  });

  it('names a source by server and tool, with its agent beside it', () => {
    const [option] = sourceOptions(
      [{ agent: 'agent_1', server: 'nik', tool: 'nik__live_view_image' }],
      [agentView()],
    );
    expect(option).toMatchObject({
      label: 'nik / live_view_image',
      hint: 'Aki',
      value: 'agent_1/nik/nik__live_view_image',
    });
  });

  it('says what may be waited for, and how to go on after a refusal', () => {
    const problem = { code: 'camera-no-image', args: {}, detail: 'no' };
    const blank = (phase: CameraPhase, why: Failure | null = null) =>
      blankKey({ ...CAMERA_OFF, phase, problem: why });
    expect(blank('stale')).toBe('camera-waiting');
    expect(blank('stale', problem)).toBe('camera-phase-stale');
    expect(blank('refused', problem)).toBe('camera-stopped');
    expect([blank('off'), blank('starting')]).toEqual(['camera-press-start', 'camera-phase-starting']);
  });

  it('warns of a stale picture and of refusals', () => {
    expect([phaseTone('stale'), phaseTone('refused'), phaseTone('live')]).toEqual(['warn', 'bad', 'ok']);
  });
});

const frame = (seq: number, at_ms = 0) => ({ seq, at_ms });

describe('frames', () => {
  const later = () => {
    let done: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => (done = resolve));
    return { promise, done };
  };

  it('have one request in flight, and skip what is no longer the newest', async () => {
    const asked: number[] = [];
    const drawn: number[] = [];
    const gates = new Map<number, ReturnType<typeof later>>();
    const puller = new Puller(
      (seq) => {
        asked.push(seq);
        const gate = later();
        gates.set(seq, gate);
        return gate.promise;
      },
      (seq) => drawn.push(seq),
    );
    puller.want(frame(1));
    puller.want(frame(2));
    puller.want(frame(3));
    expect(asked).toEqual([1]);
    gates.get(1)?.done();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([1, 3]);
    gates.get(3)?.done();
    await new Promise((resolve) => setTimeout(resolve));
    expect(drawn).toEqual([1, 3]);
    expect(asked).toEqual([1, 3]);
  });

  it('go on after one that could not be had, and begin anew at a lower number', async () => {
    const drawn: number[] = [];
    const puller = new Puller(
      async (seq) => {
        if (seq === 5) throw new Error('gone');
      },
      (seq) => drawn.push(seq),
    );
    puller.want(frame(5));
    await new Promise((resolve) => setTimeout(resolve));
    puller.want(frame(6));
    await new Promise((resolve) => setTimeout(resolve));
    puller.want(frame(1));
    await new Promise((resolve) => setTimeout(resolve));
    puller.want(frame(1, 5000));
    await new Promise((resolve) => setTimeout(resolve));
    expect(drawn).toEqual([6, 1, 1]);
  });

  it('stop with the panel', async () => {
    const drawn: number[] = [];
    const gate = later();
    const puller = new Puller(
      () => gate.promise,
      (seq) => drawn.push(seq),
    );
    puller.want(frame(1));
    puller.stop();
    gate.done();
    await new Promise((resolve) => setTimeout(resolve));
    expect(drawn).toEqual([]);
  });
});
