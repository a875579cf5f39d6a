import type { Row } from '~/contract/types.gen';
import { runTurn } from './turn';
import { closed, opened } from './work';
import { refuse, type Handlers, type World } from './world';

type Chat = Pick<
  Handlers,
  | 'approval_answer'
  | 'approvals'
  | 'attachment_add'
  | 'attachment_remove'
  | 'media_save'
  | 'media_use'
  | 'message_send'
  | 'message_withdraw'
  | 'question_answer'
  | 'questions'
  | 'stop_all'
  | 'thread'
  | 'tool_outputs'
  | 'turn_stop'
>;

const KINDS: [RegExp, string, string][] = [
  [/\.(png)$/i, 'image', 'image/png'],
  [/\.(jpe?g)$/i, 'image', 'image/jpeg'],
  [/\.(webp)$/i, 'image', 'image/webp'],
  [/\.(wav)$/i, 'audio', 'audio/wav'],
  [/\.(mp3)$/i, 'audio', 'audio/mpeg'],
  [/\.(mp4)$/i, 'video', 'video/mp4'],
  [/\.(pdf)$/i, 'pdf', 'application/pdf'],
];

export function chatHandlers(world: World): Chat {
  /** Runs what waits for an agent, one after the other. */
  const serve = async (village: string, agent: string): Promise<void> => {
    const home = world.village(village);
    if (home.turns.has(agent)) return;
    for (;;) {
      const next = home.queues.get(agent)?.shift();
      if (!next) return;
      world.setAgent(village, agent, { queued: home.queues.get(agent)?.length ?? 0 });
      await runTurn(
        world,
        { village, agent, session: next.session, request: next.request, hop: 0 },
        next.row,
      );
      closed(world, village, next.request);
    }
  };
  return {
    message_send({ village, agent, text, attachments }) {
      const home = world.village(village);
      if (!navigator.onLine) refuse('offline');
      if (world.agent(village, agent).status === 'stopped')
        world.setAgent(village, agent, { status: 'idle' });
      const session = home.view.session.id;
      const row = world.row(village, session, agent, '', {
        kind: 'message',
        from: 'user',
        to: agent,
        text,
        attachments: attachments.map((id) => world.attachments.get(id) ?? refuse('unknown-attachment')),
        interrupted: false,
        queued: home.turns.has(agent),
      });
      const queue = home.queues.get(agent) ?? [];
      const request = world.id('request');
      opened(world, village, session, request);
      queue.push({ session, row, request });
      home.queues.set(agent, queue);
      if (home.turns.has(agent)) world.setAgent(village, agent, { queued: queue.length });
      void serve(village, agent);
      return { request, row: row.id };
    },
    message_withdraw({ village, row }) {
      const home = world.village(village);
      for (const [agent, queue] of home.queues) {
        const at = queue.findIndex((waiting) => waiting.row.id === row);
        const [taken] = at < 0 ? [] : queue.splice(at, 1);
        if (!taken) continue;
        const session = world.session(village, taken.session);
        session.rows = session.rows.filter((other) => other.id !== row);
        world.emit({ event: 'row_gone', village, session: taken.session, row });
        world.setAgent(village, agent, { queued: queue.length });
        closed(world, village, taken.request);
        return {};
      }
      return refuse('not-queued');
    },
    turn_stop({ village, agent }) {
      world.village(village).turns.get(agent)?.abort();
      return {};
    },
    stop_all({ village }) {
      for (const turn of world.village(village).turns.values()) turn.abort();
      return {};
    },
    thread({ village, session, agent, before, limit }) {
      const rows = world
        .session(village, session)
        .rows.filter(
          (row: Row) =>
            (agent === undefined || row.agent === agent) && (before === undefined || row.id < before),
        );
      return { rows: structuredClone(rows.slice(-limit)), more: rows.length > limit };
    },
    tool_outputs: ({ village }) => ({ outputs: structuredClone(world.village(village).outputs) }),
    approvals: ({ village }) => ({
      approvals: [...world.village(village).approvals.values()].map(({ view }) => view),
    }),
    approval_answer({ village, id, decision }) {
      world.village(village).approvals.get(id)?.settle(decision);
      return {};
    },
    questions: ({ village }) => ({
      questions: [...world.village(village).questions.values()].map(({ view }) => view),
    }),
    question_answer(answer) {
      const waiting = world.village(answer.village).questions.get(answer.id) ?? refuse('question-gone');
      const { ask } = waiting.view;
      const missing =
        answer.action === 'accept' && ask.kind === 'form'
          ? ask.fields.find((field) => field.required && answer.values?.[field.key] === undefined)
          : undefined;
      if (missing)
        return refuse('question-field', { key: missing.key, field: missing.label, problem: 'missing' });
      waiting.settle(answer);
      return {};
    },
    async attachment_add({ name, data, id = world.id('attachment') }) {
      const [, kind, mime] = KINDS.find(([pattern]) => pattern.test(name)) ?? [null, null, null];
      if (!kind || !mime) return refuse('attachment-unsupported', { name });
      await world.wait(800);
      const view = {
        id,
        name,
        kind,
        mime,
        bytes: Math.round((data.length * 3) / 4),
        frame: false,
        available: true,
      };
      world.attachments.set(id, view);
      world.media.set(`attachment/${id}`, `data:${mime};base64,${data}`);
      return view;
    },
    attachment_remove({ id }) {
      world.attachments.delete(id);
      return {};
    },
    media_save: ({ path }) => ({ path }),
    media_use: () => {
      const sent = [...world.attachments.values()].filter(({ frame }) => !frame);
      return { artifacts: 0, attachments: sent.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}
