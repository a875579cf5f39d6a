import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The policy of the shell, for `npm run demo`: the built page in a plain browser, with the in-memory host.
 * `data:` and `blob:` stand in for `media:`, which only the shell can serve.
 */
const DEMO_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-demo'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  'connect-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html dompurify',
].join('; ');

export default defineConfig(({ mode }) => ({
  root: here('.'),
  plugins: [svelte()],
  clearScreen: false,
  resolve: {
    alias: { '~': here('./src') },
    // Without it vitest picks the server build of Svelte.
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  server: { port: 1420, strictPort: true, host: '127.0.0.1', fs: { allow: ['..'] } },
  preview: {
    port: 1421,
    strictPort: true,
    host: '127.0.0.1',
    headers: { 'Content-Security-Policy': DEMO_CSP },
  },
  ...(mode === 'demo' ? { html: { cspNonce: 'demo' } } : {}),
  build: {
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    target: ['safari17', 'chrome120'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 900,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // A whole window in jsdom takes its time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a test left behind (a timer, a worker) ends the run with words after this, not never.
    teardownTimeout: 20_000,
    // A hung worker of a busy machine is ended by vitest itself only where workers are processes.
    pool: 'forks',
    maxWorkers: 2,
    env: { DEBUG_PRINT_LIMIT: '0' },
  },
}));
