/** Small values of the contract for tests; a test names only what it is about. */
import type {
  AgentView,
  ArtifactView,
  AttachmentView,
  MeterView,
  Row,
  RowBody,
  ServerView,
  TaskView,
  TemplateView,
  ToolRow,
  VillageView,
  WaveView,
} from '~/contract/types.gen';

export const agentView = (over: Partial<AgentView> = {}): AgentView => ({
  id: 'agent_1',
  name: 'Aki',
  template: 'template_1',
  status: 'idle',
  tool: null,
  since_ms: 0,
  queued: 0,
  max_rounds: 12,
  role: '',
  handoff: true,
  plaza: true,
  remembers: true,
  servers: [],
  icon: null,
  folder: '',
  place: null,
  ...over,
});

export const templateView = (over: Partial<TemplateView> = {}): TemplateView => ({
  id: 'template_1',
  name: 'Practice',
  wire: 'practice',
  base_url: '',
  model: 'practice',
  needs_key: false,
  has_key: false,
  vision: 'yes',
  vision_test: null,
  told: null,
  effort: null,
  temperature: null,
  max_output_tokens: null,
  context_window: null,
  tools: true,
  carries: ['image'],
  ...over,
});

export const villageView = (over: Partial<VillageView> = {}): VillageView => ({
  id: 'v',
  name: 'Village',
  language: 'en',
  path: '/v',
  practice: false,
  agents: [agentView()],
  templates: [templateView()],
  ties: [],
  roles: [],
  budget: 1_000_000,
  session: { id: 's', title: '', started_ms: 0, changed_ms: 0, messages: 0 },
  problems: [],
  offer: null,
  ...over,
});

export const attachmentView = (over: Partial<AttachmentView> = {}): AttachmentView => ({
  id: 'att_1',
  name: 'photo.jpg',
  kind: 'image',
  mime: 'image/jpeg',
  bytes: 19_000,
  frame: false,
  available: true,
  ...over,
});

export const taskView = (over: Partial<TaskView> = {}): TaskView => ({
  to: 'agent_2',
  text: 'Look.',
  row: 'q1',
  state: 'running',
  code: null,
  begun_ms: 1000,
  ended_ms: null,
  ...over,
});

export const waveView = (over: Partial<WaveView> = {}): WaveView => ({
  id: 'w1',
  session: 's',
  request: 'r',
  agent: 'agent_1',
  kind: 'ask',
  hop: 1,
  tasks: [taskView()],
  ...over,
});

export const meterView = (over: Partial<MeterView> = {}): MeterView => ({
  request: 'r',
  session: 's',
  spent_tenths: 0,
  held_tenths: 0,
  limit: 20_000,
  open: 1,
  ...over,
});

interface RowFields {
  id?: string | undefined;
  turn?: string | undefined;
  agent?: string | undefined;
  at_ms?: number | undefined;
}

const rowOf = ({ id = '1', turn = 't', agent = 'agent_1', at_ms = 0 }: RowFields, body: RowBody): Row => ({
  id,
  turn,
  agent,
  at_ms,
  body,
});

type Message = Extract<RowBody, { kind: 'message' }>;
type Turn = Extract<RowBody, { kind: 'turn' }>;

export const messageRow = ({ id, turn, agent, at_ms, ...body }: RowFields & Partial<Message> = {}): Row =>
  rowOf(
    { id, turn, agent, at_ms },
    {
      kind: 'message',
      from: 'user',
      to: 'agent_1',
      text: 'hello',
      attachments: [],
      interrupted: false,
      queued: false,
      ...body,
    },
  );

export const toolRow = ({ id, turn, agent, at_ms, ...body }: RowFields & Partial<ToolRow> = {}): Row =>
  rowOf(
    { id, turn, agent, at_ms },
    {
      kind: 'tool',
      call: `call_${id ?? '1'}`,
      name: 'nik__live_view_image',
      running: false,
      ok: true,
      interrupted: false,
      ms: 180,
      images: 1,
      dropped: [],
      progress: null,
      has_output: true,
      ...body,
    },
  );

export const artifactView = (changes: Partial<ArtifactView> = {}): ArtifactView => ({
  id: '00000000-0000-4000-8000-000000000001',
  session: '00000000-0000-4000-8000-000000000002',
  name: 'nik__photo.png',
  mime: 'image/png',
  bytes: 2_000_000,
  sha256: '',
  save_only: false,
  ...changes,
});

export const serverView = (changes: Partial<ServerView> = {}): ServerView => ({
  name: 'nik',
  shared: false,
  target: 'http://127.0.0.1:47321/mcp',
  transport: 'http',
  variables: [],
  environment: [],
  inputs: [],
  state: 'ready',
  problem: null,
  protocol: '2025-06-18',
  tools: [],
  ...changes,
});

export const turnRow = ({ id, turn, agent, at_ms, ...body }: RowFields & Partial<Turn> = {}): Row =>
  rowOf(
    { id, turn, agent, at_ms },
    {
      kind: 'turn',
      stop: '-',
      rounds: 2,
      max_rounds: 12,
      backend: 'practice',
      model: 'practice',
      usage: { uncached: 462, cached: 6400, output: 120, reasoning: 0 },
      ms: 2310,
      ...body,
    },
  );
