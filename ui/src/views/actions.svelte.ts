/** What the shortcuts and the palette of the main window do. */
import { neighbour } from '~/features/agents/rows';
import type { Agents } from '~/features/agents/agents.svelte';
import { t } from '~/shared/i18n/i18n.svelte';
import type { App } from '~/state/app.svelte';
import type { Command } from './palette';
import { SHORTCUTS, type ShortcutId } from './shortcuts';

export function actionsOf(app: App, agents: Agents): Record<ShortcutId, () => void> {
  const step = (by: 1 | -1): void => {
    const next = neighbour(app.view?.agents ?? [], app.agent?.id, by);
    if (next) app.selectAgent(next.id);
  };
  return {
    palette: () => app.open({ kind: 'palette' }),
    settings: () => app.open({ kind: 'settings' }),
    'tab-camera': () => (app.tab = 'camera'),
    'tab-output': () => (app.tab = 'output'),
    'tab-work': () => (app.tab = 'work'),
    'tab-board': () => (app.tab = 'board'),
    shortcuts: () => app.open({ kind: 'shortcuts' }),
    'agent-previous': () => step(-1),
    'agent-next': () => step(1),
    'agent-new': () => void agents.create(),
    composer: () => app.focusComposer(),
    'session-new': () => void app.newSession().then(() => app.focusComposer()),
    'thread-all': () => app.setAll(!app.all),
  };
}

/** Everything the palette offers now. */
export function commandsOf(app: App, agents: Agents): Command[] {
  const actions = actionsOf(app, agents);
  const agent = app.agent;
  const commands = t('palette-group-command');
  return [
    ...SHORTCUTS.filter(({ id }) => id !== 'palette').map(({ id, keys, label }) => ({
      id,
      keys,
      label: t(label),
      group: commands,
      run: actions[id],
    })),
    {
      id: 'templates',
      label: t('template-list'),
      group: commands,
      run: () => app.open({ kind: 'templates' }),
    },
    { id: 'agents-start', label: t('agents-start'), group: commands, run: () => void agents.startAll() },
    { id: 'agents-stop', label: t('agents-stop'), group: commands, run: () => void agents.stopAll() },
    {
      id: 'roles',
      label: t('role-title'),
      group: commands,
      run: () => app.open({ kind: 'settings', page: 'roles' }),
    },
    { id: 'sessions', label: t('session-all'), group: commands, run: () => app.open({ kind: 'sessions' }) },
    {
      id: 'log',
      label: t('log-title'),
      group: commands,
      run: () => app.open({ kind: 'settings', page: 'log' }),
    },
    {
      id: 'village-new',
      label: t('village-new'),
      group: commands,
      run: () => app.open({ kind: 'village-new' }),
    },
    { id: 'village-add', label: t('village-add'), group: commands, run: () => void app.addVillage() },
    ...(agent
      ? [
          {
            id: 'agent-settings',
            label: t('palette-agent-settings', { agent: agent.name }),
            group: commands,
            run: () => app.open({ kind: 'agent', agent: agent.id }),
          },
        ]
      : []),
    ...(app.view?.agents ?? []).map((one) => ({
      id: `agent-${one.id}`,
      label: one.name,
      group: t('palette-group-agent'),
      run: () => {
        app.selectAgent(one.id);
        app.focusComposer();
      },
    })),
    ...app.data.villages.map((village) => ({
      id: `village-${village.id}`,
      label: village.name,
      group: t('palette-group-village'),
      run: () => void app.openVillage(village.id),
    })),
  ];
}
