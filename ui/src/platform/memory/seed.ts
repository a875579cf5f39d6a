/** A practice village as it is found on the first day. */
import type { AgentView, Language, ServerView, TemplateView, ToolView } from '~/contract/types.gen';
import type { MemoryVillage, World } from './world';

const NAMES: Record<Language, [string, string, string]> = {
  en: ['Mio', 'Sora', 'Ren'],
  ja: ['ミオ', 'ソラ', 'レン'],
  zh: ['小美', '小空', '小莲'],
};

const OFFER: Record<Language, string> = {
  en: 'Look through the camera and tell me what you see.',
  ja: 'カメラを見て、何が写っているか教えてください。',
  zh: '看看相机，告诉我画面里有什么。',
};

const tool = (name: string, description: string, image: boolean): ToolView => ({
  name: `nik__${name}`,
  original: name,
  description,
  read_only: true,
  destructive: false,
  gives_image: image,
  permission: 'allow',
});

export const nikServer = (state: ServerView['state'] = 'ready'): ServerView => ({
  name: 'nik',
  shared: false,
  target: 'http://127.0.0.1:47321/mcp',
  transport: 'http',
  variables: [],
  environment: [],
  inputs: [],
  state,
  problem: null,
  protocol: state === 'ready' ? '2025-06-18' : null,
  tools: [
    tool('live_view_image', 'Returns the current live view image of the camera.', true),
    tool('camera_status', 'Tells battery, lens and exposure.', false),
    {
      ...tool('shutter', 'Takes a picture and stores it on the card.', true),
      read_only: false,
      permission: 'ask',
    },
  ],
});

/** Filled in when a server connects, so the person sees the variable. */
export const PRACTICE_CAMERA = '${FUSEFORKS_PRACTICE_CAMERA}';

export const practiceTemplate = (): TemplateView => ({
  id: 'template_1',
  name: 'Practice',
  wire: 'practice',
  base_url: '',
  model: 'practice',
  needs_key: false,
  has_key: false,
  vision: 'yes',
  vision_test: 'sees',
  told: null,
  effort: null,
  temperature: null,
  max_output_tokens: null,
  context_window: null,
  tools: true,
  carries: ['image'],
});

export const newAgent = (id: string, name: string, template: string, servers: ServerView[]): AgentView => ({
  id,
  name,
  template,
  status: 'stopped',
  tool: null,
  since_ms: 0,
  queued: 0,
  max_rounds: 12,
  role: '',
  handoff: true,
  plaza: true,
  remembers: true,
  servers,
  icon: null,
  folder: '',
  place: null,
});

const fileOf = (mcpServers: object): string => `${JSON.stringify({ mcpServers }, null, 2)}\n`;

export function addVillage(world: World, name: string, language: Language, practice: boolean): MemoryVillage {
  const id = world.id('village');
  const session = {
    id: world.id('session'),
    title: '',
    started_ms: Date.now(),
    changed_ms: Date.now(),
    messages: 0,
  };
  const names = NAMES[language];
  const broken: ServerView = {
    ...nikServer('failed'),
    name: 'notes',
    target: 'npx -y @example/notes-server',
    transport: 'stdio',
    variables: ['NOTES_FOLDER'],
    environment: ['FOLDER'],
    inputs: [],
    problem: {
      code: 'server',
      args: { server: 'notes', code: 'SPAWN_FAILED', detail: 'not_found' },
      detail: null,
    },
    tools: [],
  };
  const village: MemoryVillage = {
    view: {
      id,
      name,
      language,
      path: `/home/person/.local/share/fuseforks/villages/${id}`,
      practice,
      agents: practice
        ? [
            {
              ...newAgent('agent_1', names[0], 'template_1', [{ ...nikServer(), target: PRACTICE_CAMERA }]),
              status: 'idle',
            },
            { ...newAgent('agent_2', names[1], 'template_1', [broken]), status: 'idle' },
            newAgent('agent_3', names[2], 'template_1', []),
          ]
        : [],
      templates: practice ? [practiceTemplate()] : [],
      ties: practice ? [{ from: 'agent_1', to: 'agent_2' }] : [],
      roles: [],
      budget: 1_000_000,
      session,
      problems: [],
      offer: practice ? OFFER[language] : null,
    },
    sessions: new Map([[session.id, { view: session, rows: [] }]]),
    outputs: [],
    approvals: new Map(),
    questions: new Map(),
    camera: { phase: 'off', source: null, interval_ms: 1000, frame: null, fps: 0, ring: [], problem: null },
    cameraTimer: null,
    documents: new Map(),
    mcp: new Map([
      ['agent_1', fileOf({ nik: { type: 'http', url: PRACTICE_CAMERA } })],
      ['agent_2', fileOf({ notes: { command: 'npx', args: ['-y', '@example/notes-server'] } })],
    ]),
    permissions: new Map(),
    log: [],
    queues: new Map(),
    waves: [],
    meters: new Map(),
    plaza: [],
    board: { text: '', mark: 'mark_0', by: '', at_ms: 0 },
    turns: new Map(),
    deleted: new Map(),
  };
  world.villages.set(id, village);
  world.current = id;
  world.log(id, 'version', 'app=0.1.0 profile=dev');
  world.emitVillages();
  return village;
}

const PIECES = [
  'A short line.',
  'A paragraph of **several** words that wraps in a narrow pane, with `code` and [a link](https://example.com).',
  '- one\n- two\n  - three',
  '```rust\nfn main() {\n    println!("{}", 42);\n}\n```',
  '| a | b |\n|---|--:|\n| left | 1 |\n| right | 2 |',
  '日本語の段落です。折り返しを確かめます。',
];

/** Fills the first conversation, every message of another height. */
export function addRows(world: World, count: number): void {
  for (const home of world.villages.values()) {
    const [session] = home.sessions.values();
    for (let at = 0; session && at < count; at += 1) {
      const text = PIECES.slice(0, 1 + (at % PIECES.length)).join('\n\n');
      const mine = at % 2 === 0;
      session.rows.push({
        id: world.id('row'),
        turn: `t${at >> 1}`,
        agent: 'agent_1',
        at_ms: Date.now() - (count - at) * 30_000,
        body: {
          kind: 'message',
          from: mine ? 'user' : 'agent_1',
          to: mine ? 'agent_1' : 'user',
          text: mine ? `${at}: ${PIECES[1]}` : `${at}\n\n${text}`,
          attachments: [],
          interrupted: false,
          queued: false,
        },
      });
    }
  }
}
