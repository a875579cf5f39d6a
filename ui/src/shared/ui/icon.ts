import type Bot from '@lucide/svelte/icons/bot';

/** A lucide icon; import each from `@lucide/svelte/icons/<name>`. */
export type Icon = typeof Bot;
