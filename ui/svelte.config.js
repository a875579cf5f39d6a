import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Runes for our files only: some dependencies are still written without them.
    runes: ({ filename }) => (filename.includes('node_modules') ? undefined : true),
  },
};
