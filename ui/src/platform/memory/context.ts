import type { ContextView } from '~/contract/types.gen';
import { refuse, type Handlers, type World } from './world';

type Contexts = Pick<Handlers, 'contexts' | 'summarise'>;

const WINDOW = 8192;

/** A window as the host would tell of it: four characters a token, what a summary covers not counted. */
export function contextOf(world: World, village: string, agent: string): ContextView {
  const { view } = world.village(village);
  const { rows } = world.session(village, view.session.id);
  const own = rows.filter((row) => row.agent === agent);
  const last = own.findLastIndex((row) => row.body.kind === 'summary');
  const summary = own[last]?.body;
  const said = own.slice(last + 1).flatMap((row) => (row.body.kind === 'message' ? [row.body.text] : []));
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  const rest = said.reduce((sum, text) => sum + tokens(text), 0);
  const exchanges = Math.floor(said.length / 2);
  return {
    agent,
    used: 120 + rest + (summary?.kind === 'summary' ? tokens(summary.text) : 0),
    window: WINDOW,
    assumed: false,
    compacts_at: Math.ceil(WINDOW * world.settings.context_percentage_threshold),
    exchanges: exchanges > 1 ? exchanges : 0,
    cost: exchanges > 1 ? rest : 0,
    busy: world.village(village).turns.has(agent),
  };
}

export function contextHandlers(world: World): Contexts {
  const all = (village: string): ContextView[] =>
    world
      .village(village)
      .view.agents.filter((agent) => agent.template !== '')
      .map((agent) => contextOf(world, village, agent.id));
  return {
    contexts: ({ village }) => ({ contexts: all(village) }),
    summarise({ village, agent }) {
      const session = world.village(village).view.session.id;
      const asked = all(village).filter(
        (context) => context.exchanges > 0 && (agent === undefined || agent === context.agent),
      );
      if (asked.length === 0) refuse('summary-nothing');
      for (const context of asked) {
        const first = world.session(village, session).rows.find((row) => row.agent === context.agent);
        const text = world.words(village, {
          en: `Summary by the practice model: ${context.exchanges * 2} messages.`,
          ja: `練習用モデルの要約: メッセージ ${context.exchanges * 2} 件。`,
          zh: `练习模型的摘要：消息 ${context.exchanges * 2} 条。`,
        });
        world.row(village, session, context.agent, '', {
          kind: 'summary',
          text,
          from: first?.id ?? '',
          exchanges: context.exchanges,
          rounds: 0,
          before: context.cost * 4,
          after: text.length,
        });
      }
      return { done: asked.map((context) => context.agent), problems: [], contexts: all(village) };
    },
  };
}
