/** A host inside the page: a village that works without the shell. */
import type { Language } from '~/contract/types.gen';
import type { Platform } from '../types';
import { agentHandlers } from './agents';
import { boardHandlers } from './board';
import { cameraHandlers } from './camera';
import { chatHandlers } from './chat';
import { contextHandlers } from './context';
import { canvasPainter, plainPainter } from './frames';
import { addHistory } from './history';
import { logHandlers } from './log';
import { mcpHandlers } from './mcp';
import { addRows, addVillage } from './seed';
import { templateHandlers } from './templates';
import { villageHandlers } from './villages';
import { World, type Handlers, type WorldOptions } from './world';

export interface MemoryOptions extends Partial<Omit<WorldOptions, 'painter'>> {
  /** Language of the person and of the first village. */
  language?: Language;
  /** Messages that the first conversation begins with. */
  rows?: number;
  /** Lines of a log, and conversations, from the days before; 0 means a new village. */
  history?: number;
  /** The village is known but not open, and cannot be. */
  broken?: boolean;
}

export interface MemoryPlatform extends Platform {
  /** What stands behind the door, for tests. */
  readonly world: World;
  /** Links that were opened outside. */
  readonly opened: string[];
  /** What the next read of the clipboard finds. */
  clipboard: { name: string; data: string } | null;
  askToClose(): void;
}

export function memoryPlatform(options: MemoryOptions = {}): MemoryPlatform {
  const { pace = 1, firstRun = false, language = 'en', rows = 0, history = 0, broken = false } = options;
  const canDraw = typeof CanvasRenderingContext2D !== 'undefined';
  const world = new World({ pace, firstRun, painter: canDraw ? canvasPainter : plainPainter });
  world.settings = { ...world.settings, language };
  if (!firstRun)
    addVillage(world, { en: 'Practice village', ja: '練習の村', zh: '练习村' }[language], language, true);
  if (rows > 0) addRows(world, rows);
  if (history > 0) addHistory(world, history);
  if (broken) world.current = null;
  const handlers: Handlers = {
    ...villageHandlers(world),
    ...agentHandlers(world),
    ...boardHandlers(world),
    ...chatHandlers(world),
    ...contextHandlers(world),
    ...templateHandlers(world),
    ...cameraHandlers(world),
    ...logHandlers(world),
    ...mcpHandlers(world),
  };
  const opened: string[] = [];
  let ask: () => void = () => undefined;
  const platform: MemoryPlatform = {
    world,
    opened,
    clipboard: null,
    async rpc(name, request) {
      await world.wait(0);
      return structuredClone(await handlers[name](structuredClone(request)));
    },
    async subscribe(onEvents) {
      world.listen(onEvents);
    },
    async onCloseAsked(listener) {
      ask = listener;
    },
    async closeWindow() {},
    clipboardImage: async () => platform.clipboard,
    pickSavePath: async (name) => `/home/person/Pictures/${name}`,
    pickFolder: async () => '/home/person/villages/shared',
    async openExternal(url) {
      opened.push(url);
    },
    async policyBlocked() {},
    async windowReady() {},
    mediaUrl: (path) => world.media.get(path) ?? 'data:,',
    audioUrl: async (path) => world.media.get(path) ?? 'data:,',
    askToClose: () => ask(),
  };
  return platform;
}
