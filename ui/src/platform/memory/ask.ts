/** One agent asks another: a call in its own thread, a message and an answer in the other's. */
import type { ToolRow } from '~/contract/types.gen';
import { runTurn } from './turn';
import type { World } from './world';

interface Asking {
  village: string;
  agent: string;
  session: string;
  turn: string;
  text: string;
  signal: AbortSignal;
}

export async function askOther(world: World, asking: Asking): Promise<void> {
  const { village, agent, session, turn, text, signal } = asking;
  const other = world.village(village).view.ties.find((tie) => tie.from === agent)?.to;
  if (!other) return;
  const body: ToolRow = {
    call: world.id('call'),
    name: `ask_${other}`,
    running: true,
    ok: true,
    interrupted: false,
    ms: 0,
    images: 0,
    dropped: [],
    progress: null,
    has_output: false,
  };
  const row = world.row(village, session, agent, turn, { kind: 'tool', ...body });
  world.setAgent(village, agent, { status: 'asking', tool: null });
  const begun = Date.now();
  const question = world.row(village, session, other, '', {
    kind: 'message',
    from: agent,
    to: other,
    text,
    attachments: [],
    interrupted: false,
    queued: false,
  });
  signal.addEventListener('abort', () => world.village(village).turns.get(other)?.abort(), { once: true });
  await runTurn(world, village, other, session, question);
  world.putRow(village, session, {
    ...row,
    body: { kind: 'tool', ...body, running: false, interrupted: signal.aborted, ms: Date.now() - begun },
  });
  signal.throwIfAborted();
}
