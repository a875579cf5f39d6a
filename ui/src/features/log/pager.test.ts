import { describe, expect, it } from 'vitest';
import { bootApp } from '~/../tests/render';
import { LogPager, PAGE } from './pager.svelte';

async function open(lines: number) {
  const { app, platform } = await bootApp();
  const village = app.view?.id ?? '';
  const home = platform.world.village(village);
  home.log = [];
  const write = (count: number): void => {
    for (let at = 0; at < count; at += 1)
      platform.world.log(
        village,
        at % 2 ? 'tool' : 'turn',
        `agent=agent_${1 + (home.log.length % 3)} ms=${home.log.length}`,
      );
  };
  write(lines);
  const pager = new LogPager(app, village);
  await pager.reload();
  return { pager, platform, home, write };
}
const numbers = (pager: LogPager): number[] => pager.lines.map((line) => line.number);
const run = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('a window on the log', () => {
  it('begins at the end and grows to the beginning without a gap', async () => {
    const { pager } = await open(1200);
    expect(numbers(pager)).toEqual(run(700, 1200));
    await pager.readOlder();
    await pager.readOlder();
    await pager.readOlder();
    expect(numbers(pager)).toEqual(run(0, 1200));
    expect(pager.older).toBe(false);
  });

  it('takes what was written since', async () => {
    const { pager, write } = await open(10);
    write(3);
    await pager.readNewer();
    expect(numbers(pager)).toEqual(run(0, 13));
    expect(pager.total).toBe(13);
  });

  it('begins anew where more was written than fits a page, instead of leaving a gap', async () => {
    const { pager, write } = await open(10);
    write(PAGE + 50);
    await pager.readNewer();
    expect(numbers(pager)).toEqual(run(60, PAGE + 60));
    await pager.readOlder();
    expect(numbers(pager)).toEqual(run(0, PAGE + 60));
  });

  it('begins anew when the log turned over', async () => {
    const { pager, home, write } = await open(600);
    home.log = [];
    write(5);
    await pager.readNewer();
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(numbers(pager)).toEqual(run(0, 5));
  });

  it('shows the filter that was set last, whichever answer comes first', async () => {
    const { pager, platform } = await open(30);
    const rpc = platform.rpc.bind(platform);
    let slow = true;
    platform.rpc = async (name, request) => {
      if (name === 'log_read' && slow) {
        slow = false;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return rpc(name, request);
    };
    await Promise.all([
      pager.setFilter({ kind: 'tool' }),
      pager.setFilter({ kind: 'turn', agent: 'agent_1' }),
    ]);
    expect(new Set(pager.lines.map((line) => line.kind))).toEqual(new Set(['turn']));
    expect(new Set(pager.lines.map((line) => line.agent))).toEqual(new Set(['agent_1']));
    expect(pager.matching).toBe(pager.lines.length);
    expect(pager.total).toBe(30);
  });

  it('opens around a line, and reaches the end from there', async () => {
    const { pager } = await open(2000);
    await pager.showLine(300);
    expect(numbers(pager)).toEqual(run(50, 550));
    expect(pager.newer).toBe(true);
    for (let at = 0; at < 4; at += 1) await pager.readNewer();
    expect(pager.newer).toBe(false);
    expect(numbers(pager)).toEqual(run(50, 2000));
  });
});
