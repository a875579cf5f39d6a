import { describe, expect, it, vi } from 'vitest';
import { bootApp, settle } from '~/../tests/render';
import { agentView, messageRow, villageView } from '~/../tests/views';
import { memoryPlatform } from '~/platform/memory';
import { Refusal } from '~/platform/types';
import { currentLanguage } from '~/shared/i18n/i18n.svelte';
import { App } from './app.svelte';
import { ALL } from './reduce';

describe('the first look', () => {
  it('shows the village that is open, its first agent and its conversation, in the language of the person', async () => {
    const { app } = await bootApp({ language: 'ja' });
    expect(app.ready).toBe(true);
    expect(app.view?.name).toBe('練習の村');
    expect(app.agent?.name).toBe('ミオ');
    expect(currentLanguage()).toBe('ja');
    expect(app.session.reach['agent_1']).toEqual({ from: null, more: false });
    const settings = await app.ask('settings_set', { language: 'en', theme: 'dark' });
    await settle();
    expect(settings?.theme).toBe('dark');
    expect(currentLanguage()).toBe('en');
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('is the welcome where no village was ever opened', async () => {
    const { app } = await bootApp({ firstRun: true });
    expect(app.view).toBeNull();
    expect(app.data.firstRun).toBe(true);
    expect(await app.newVillage({ name: 'Mine', language: 'en', practice: false })).toBe(true);
    expect(app.data.firstRun).toBe(false);
    expect(app.view?.name).toBe('Mine');
  });

  it('says that the host does not answer', async () => {
    const platform = memoryPlatform({ pace: 0 });
    vi.spyOn(platform, 'subscribe').mockRejectedValue(new Error('gone'));
    const app = new App(platform);
    await app.boot();
    expect(app.ready).toBe(true);
    expect(app.bootProblem).toEqual({ code: 'internal', args: {}, detail: 'gone' });
  });

  it('leaves the list of villages where the last one cannot be read', async () => {
    const platform = memoryPlatform({ pace: 0 });
    const rpc = platform.rpc.bind(platform);
    vi.spyOn(platform, 'rpc').mockImplementation((name, request) =>
      name === 'village_state'
        ? Promise.reject(new Refusal({ code: 'village-broken', args: {}, detail: null }))
        : rpc(name, request),
    );
    const app = new App(platform);
    await app.boot();
    expect(app.bootProblem).toBeNull();
    expect(app.view).toBeNull();
    expect(app.data.villages).toHaveLength(1);
    expect(app.toasts.items[0]?.failure?.code).toBe('village-broken');
  });
});

describe('events', () => {
  it('that come while a village is read are applied on top of it', async () => {
    const platform = memoryPlatform({ pace: 0 });
    const rpc = platform.rpc.bind(platform);
    const app = new App(platform);
    vi.spyOn(platform, 'rpc').mockImplementation(async (name, request) => {
      const reply = await rpc(name, request);
      if (name === 'village_state') {
        const { id } = reply as { id: string };
        app.take([
          { event: 'agent', village: id, agent: agentView({ id: 'agent_1', name: 'Renamed meanwhile' }) },
        ]);
      }
      return reply;
    });
    await app.boot();
    expect(app.agent?.name).toBe('Renamed meanwhile');
  });

  it('that open another conversation read its thread', async () => {
    const { app, platform } = await bootApp();
    const village = app.view?.id ?? '';
    await platform.rpc('session_new', { village });
    await settle();
    await settle();
    expect(app.session.reach['agent_1']).toBeDefined();
  });

  it('that are notices become messages on screen once', async () => {
    const { app } = await bootApp();
    app.take([{ event: 'notice', notice: { code: 'disk-full', args: {}, detail: 'x' } }]);
    app.take([{ event: 'log', village: app.view?.id ?? '', total: 2 }]);
    expect(app.toasts.items).toHaveLength(1);
    expect(app.data.notices).toEqual([]);
  });
});

describe('threads', () => {
  it('are read by pages, older ones on demand, one request at a time', async () => {
    const { app, platform } = await bootApp();
    const village = app.view?.id ?? '';
    const session = app.view?.session.id ?? '';
    const { rows } = platform.world.session(village, session);
    for (let at = 0; at < 450; at += 1)
      rows.push(messageRow({ id: String(at).padStart(5, '0'), text: String(at) }));
    const rpc = vi.spyOn(platform, 'rpc');
    app.setAll(true);
    await settle();
    expect(app.session.reach[ALL]).toEqual({ from: '00250', more: true });
    await Promise.all([app.readThread(true), app.readThread(true)]);
    expect(app.session.reach[ALL]).toEqual({ from: '00050', more: true });
    await app.readThread(true);
    await app.readThread(true);
    expect(app.session.reach[ALL]).toEqual({ from: '00000', more: false });
    expect(app.session.rows).toHaveLength(450);
    expect(rpc.mock.calls.filter(([name]) => name === 'thread')).toHaveLength(3);
  });
});

describe('the agent on screen', () => {
  it('is remembered for each village', async () => {
    const { app } = await bootApp();
    app.selectAgent('agent_2');
    const first = app.view?.id ?? '';
    await app.newVillage({ name: 'Other', language: 'en', practice: true });
    expect(app.agent?.id).toBe('agent_1');
    await app.openVillage(first);
    expect(app.agent?.id).toBe('agent_2');
    expect(localStorage.getItem(`fuseforks.agent.${first}`)).toBe('"agent_2"');
  });

  it('is another one when it is gone', async () => {
    const { app } = await bootApp();
    app.selectAgent('agent_3');
    const { view } = app;
    if (view)
      app.take([{ event: 'village', village: villageView({ ...view, agents: view.agents.slice(0, 2) }) }]);
    expect(app.agent?.id).toBe('agent_1');
  });
});
