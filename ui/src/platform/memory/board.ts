/** The blackboard, icons and work folders of the in-memory host. */
import { refuse, type Handlers, type World } from './world';

type Board = Pick<Handlers, 'board' | 'board_set' | 'icon_set' | 'user_icon_set' | 'work_folders_set'>;

const LONGEST = 20_000;

/** Somebody writes on the blackboard. */
export function writeBoard(world: World, village: string, by: string, text: string): void {
  const home = world.village(village);
  home.board = { text, mark: world.id('mark'), by, at_ms: Date.now() };
  world.emit({ event: 'board', village, board: home.board });
}

export function boardHandlers(world: World): Board {
  const keep = (path: (mark: string) => string, data: string): string | null => {
    if (data === '') return null;
    const mark = world.id('icon');
    world.media.set(path(mark), `data:image/png;base64,${data}`);
    return mark;
  };
  return {
    board: ({ village }) => world.village(village).board,
    board_set({ village, text, mark }) {
      const { board } = world.village(village);
      if (board.mark !== mark) refuse('board-changed');
      if ([...text].length > LONGEST) refuse('board-long', { limit: String(LONGEST) });
      writeBoard(world, village, 'user', text);
      return world.village(village).board;
    },
    icon_set({ village, agent, data }) {
      return world.setAgent(village, agent, {
        icon: keep((mark) => `icon/${village}/${agent}/${mark}`, data),
      });
    },
    user_icon_set({ data }) {
      const mark = keep((icon) => `icon/user/${icon}`, data);
      const { user_icon: _, ...rest } = world.settings;
      world.settings = mark === null ? rest : { ...rest, user_icon: mark };
      world.emit({ event: 'settings', settings: world.settings });
      return world.settings;
    },
    work_folders_set({ village, agents, folder }) {
      if (folder !== '' && !folder.startsWith('/home')) refuse('work-folder-missing', { folder });
      for (const agent of agents) world.setAgent(village, agent, { folder });
      return {};
    },
  };
}
