/** Renders a component with the state of a window over the in-memory host. */
import { render, type RenderResult } from '@testing-library/svelte';
import { tick, type Component } from 'svelte';
import { memoryPlatform, type MemoryOptions, type MemoryPlatform } from '~/platform/memory';
import { App } from '~/state/app.svelte';
import Harness from './Harness.svelte';

export interface Rendered extends RenderResult<Component> {
  app: App;
  platform: MemoryPlatform;
}

export async function bootApp(options: MemoryOptions = {}): Promise<{ app: App; platform: MemoryPlatform }> {
  const platform = memoryPlatform({ pace: 0, ...options });
  const app = new App(platform);
  await app.boot();
  return { app, platform };
}

export async function renderWith(
  component: unknown,
  {
    props = {},
    host,
    on,
  }: {
    props?: Record<string, unknown>;
    host?: MemoryOptions;
    on?: { app: App; platform: MemoryPlatform };
  } = {},
): Promise<Rendered> {
  const { app, platform } = on ?? (await bootApp(host));
  const result = render(Harness, {
    props: { app, component: component as Component<Record<string, unknown>>, props },
  });
  await tick();
  return { ...(result as unknown as RenderResult<Component>), app, platform };
}

/** Lets timers of no length and their promises run. */
export async function settle(ms = 0): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await tick();
}
