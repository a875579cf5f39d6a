/** The first line listens for what the policy blocks, so that no violation goes unseen. */
import { onBlocked } from './shared/policy/violations.svelte';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import type { Platform } from './platform/types';
import { App as State } from './state/app.svelte';
import { applyLastTheme } from './state/theme';

applyLastTheme();

async function openDoor(): Promise<Platform> {
  // Both conditions are constants of the build: the shipped page holds no line of the in-memory host.
  if (import.meta.env.MODE === 'demo' || (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window))) {
    const { memoryPlatform } = await import('./platform/memory');
    const { demoOptions } = await import('./platform/memory/demo');
    return memoryPlatform(demoOptions(location.search));
  }
  const { tauriPlatform } = await import('./platform/tauri');
  return tauriPlatform();
}

const target = document.getElementById('app');
if (target) {
  const platform = await openDoor();
  onBlocked((blocked) => void platform.policyBlocked(blocked).catch(() => undefined));
  const app = new State(platform);
  mount(App, { target, props: { app } });
  void app.boot();
}
