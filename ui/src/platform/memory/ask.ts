/** One agent asks others: a call in its own thread, a message and an answer in each of theirs. */
import type { ToolRow } from '~/contract/types.gen';
import { runTurn } from './turn';
import { beginWave, setTask } from './work';
import type { World } from './world';

interface Asking {
  village: string;
  agent: string;
  session: string;
  turn: string;
  text: string;
  request: string;
  hop: number;
  signal: AbortSignal;
}

/** Those that the text names, else the first that the agent is tied to; all at once. */
export async function askOthers(world: World, asking: Asking): Promise<void> {
  const { village, agent, session, turn, text, request, hop, signal } = asking;
  const home = world.village(village);
  const tied = home.view.ties.filter((tie) => tie.from === agent).map((tie) => tie.to);
  const named = tied.filter((id) => text.includes(world.agent(village, id).name));
  const asked = named.length > 0 ? named : tied.slice(0, 1);
  const [first] = asked;
  if (first === undefined) return;
  const body: ToolRow = {
    call: world.id('call'),
    name: asked.length > 1 ? 'plan' : `ask_${first}`,
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
  const wave = beginWave(
    world,
    village,
    { session, request, agent, kind: asked.length > 1 ? 'plan' : 'ask', hop: hop + 1 },
    asked.map((to) => ({ to, text })),
  );
  await Promise.all(
    asked.map(async (to, index) => {
      const question = world.row(village, session, to, '', {
        kind: 'message',
        from: agent,
        to,
        text,
        attachments: [],
        interrupted: false,
        queued: false,
      });
      signal.addEventListener('abort', () => home.turns.get(to)?.abort(), { once: true });
      setTask(world, village, wave, index, 'running');
      const { how } = await runTurn(world, { village, agent: to, session, request, hop: hop + 1 }, question);
      setTask(world, village, wave, index, how === 'interrupted' ? 'stopped' : 'done');
    }),
  );
  world.putRow(village, session, {
    ...row,
    body: { kind: 'tool', ...body, running: false, interrupted: signal.aborted, ms: Date.now() - begun },
  });
  signal.throwIfAborted();
}
