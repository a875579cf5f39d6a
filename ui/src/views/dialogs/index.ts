/**
 * Where each dialog lives. A dialog is a component with two properties: `route`, what it was opened with, and
 * `onclose`. One that composes several features stands here in `views/dialogs/`; one that needs a single
 * feature stands in that feature.
 */
import type { Component } from 'svelte';
import type { DialogRoute } from '~/state/dialogs';

export interface DialogProps<K extends DialogRoute['kind']> {
  route: Extract<DialogRoute, { kind: K }>;
  onclose: () => void;
}

type Kind = Exclude<DialogRoute['kind'], 'confirm'>;
type Loaded = { default: Component<{ route: DialogRoute; onclose: () => void }> };
type AnyDialog = { default: unknown };

const DIALOGS: Record<Kind, () => Promise<AnyDialog>> = {
  agent: () => import('./AgentDialog.svelte'),
  template: () => import('~/features/templates/TemplatesDialog.svelte'),
  templates: () => import('~/features/templates/TemplatesDialog.svelte'),
  settings: () => import('./SettingsDialog.svelte'),
  context: () => import('~/features/context/ContextDialog.svelte'),
  sessions: () => import('~/features/sessions/SessionsDialog.svelte'),
  'village-new': () => import('~/features/villages/VillageNewDialog.svelte'),
  shortcuts: () => import('./ShortcutsDialog.svelte'),
  palette: () => import('./PaletteDialog.svelte'),
};

/** Loads the dialog of a route. Routes are told apart by kind, so each is only ever given its own. */
export async function loadDialog(kind: Kind): Promise<Loaded> {
  return (await DIALOGS[kind]()) as Loaded;
}
