import { addVillage } from './seed';
import { refuse, type Handlers, type World } from './world';

type Villages = Pick<
  Handlers,
  | 'app_state'
  | 'meters'
  | 'plaza'
  | 'role_delete'
  | 'role_save'
  | 'session_delete'
  | 'session_export'
  | 'session_list'
  | 'session_new'
  | 'session_open'
  | 'session_rename'
  | 'session_search'
  | 'settings_set'
  | 'tie_set'
  | 'village_add'
  | 'village_close'
  | 'village_new'
  | 'village_open'
  | 'village_set'
  | 'village_state'
  | 'waves'
>;

export function villageHandlers(world: World): Villages {
  const view = (id: string) => structuredClone(world.village(id).view);
  const listed = (id: string) => ({
    sessions: [...world.village(id).sessions.values()]
      .map((session) => session.view)
      .sort((a, b) => b.changed_ms - a.changed_ms),
  });
  const begin = (id: string) => {
    const session = {
      id: world.id('session'),
      title: '',
      started_ms: Date.now(),
      changed_ms: Date.now(),
      messages: 0,
    };
    world.village(id).sessions.set(session.id, { view: session, rows: [] });
    world.village(id).view.session = session;
    world.emit({ event: 'session', village: id, session, open: true });
    return session;
  };
  return {
    app_state: () => ({
      version: '0.1.0',
      settings: world.settings,
      villages: world.refs(),
      current: world.current,
      first_run: world.villages.size === 0,
      secrets: 'os_store',
      attachment_mb: 64,
    }),
    settings_set(patch) {
      world.settings = { ...world.settings, ...patch };
      world.emit({ event: 'settings', settings: world.settings });
      return world.settings;
    },
    village_new: ({ name, language, practice }) =>
      structuredClone(addVillage(world, name, language, practice).view),
    village_open({ village }) {
      world.current = village;
      return view(village);
    },
    village_add: ({ path }) =>
      structuredClone(addVillage(world, path.split('/').at(-1) ?? path, 'en', false).view),
    village_close({ village }) {
      world.villages.delete(village);
      world.emitVillages();
      return {};
    },
    village_state: ({ village }) => view(village),
    meters: ({ village }) => ({ meters: [...world.village(village).meters.values()] }),
    plaza: ({ village }) => ({ lines: world.village(village).plaza }),
    waves: ({ village }) => ({ waves: world.village(village).waves }),
    role_save({ village, id, name, text }) {
      const home = world.village(village);
      const taken = new Set(home.view.roles.map((role) => role.id));
      let next = 1;
      while (taken.has(`role_${next}`)) next += 1;
      const role = { id: id ?? `role_${next}`, name, text };
      const known = taken.has(role.id);
      const roles = home.view.roles.map((other) => (other.id === role.id ? role : other));
      home.view = { ...home.view, roles: known ? roles : [...roles, role] };
      world.emit({ event: 'village', village: home.view });
      return view(village);
    },
    role_delete({ village, role }) {
      const home = world.village(village);
      home.view = {
        ...home.view,
        roles: home.view.roles.filter((other) => other.id !== role),
        agents: home.view.agents.map((agent) => (agent.role === role ? { ...agent, role: '' } : agent)),
      };
      world.emit({ event: 'village', village: home.view });
      return view(village);
    },
    village_set({ village, name, language, budget }) {
      const home = world.village(village);
      home.view = {
        ...home.view,
        ...(name !== undefined && { name }),
        ...(language && { language }),
        ...(budget !== undefined && { budget: budget || 1_000_000 }),
      };
      world.emit({ event: 'village', village: home.view });
      world.emitVillages();
      return view(village);
    },
    tie_set({ village, from, to, on }) {
      const home = world.village(village);
      const others = home.view.ties.filter((tie) => tie.from !== from || tie.to !== to);
      home.view = { ...home.view, ties: on ? [...others, { from, to }] : others };
      world.emit({ event: 'village', village: home.view });
      return view(village);
    },
    session_list: ({ village }) => listed(village),
    session_new: ({ village }) => begin(village),
    session_open({ village, session }) {
      const opened = world.session(village, session).view;
      world.village(village).view.session = opened;
      world.emit({ event: 'session', village, session: opened, open: true });
      return opened;
    },
    session_rename({ village, session, title }) {
      const named = world.session(village, session);
      named.view = { ...named.view, title };
      const { view: home } = world.village(village);
      if (home.session.id === session) home.session = named.view;
      world.emit({ event: 'session', village, session: named.view, open: home.session.id === session });
      return named.view;
    },
    session_delete({ village, session }) {
      const home = world.village(village);
      home.sessions.delete(session);
      if (home.view.session.id === session) begin(village);
      return listed(village);
    },
    session_search({ village, query }) {
      const hits = [...world.village(village).sessions.values()].flatMap(({ view: session, rows }) =>
        rows.flatMap((row) => {
          if (row.body.kind !== 'message') return [];
          const at = row.body.text.toLowerCase().indexOf(query.toLowerCase());
          if (at < 0) return [];
          return [{ session, message: row.id, excerpt: row.body.text.slice(Math.max(0, at - 40), at + 80) }];
        }),
      );
      return { hits };
    },
    session_export: ({ village, session }) => ({
      path: `${world.village(village).view.path}/exports/${world.session(village, session).view.id || refuse('unknown-session')}.jsonl`,
    }),
  };
}
