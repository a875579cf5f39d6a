/** A canned practice turn: looks through the camera where it is asked to, and streams what it saw. */
import type { Language, Row, ToolRow } from '~/contract/types.gen';
import { randomScene, toneUrl } from './frames';
import { askOthers } from './ask';
import { contextOf } from './context';
import { speak, spend } from './work';
import type { World } from './world';

const HARMLESS = /status|battery|電池|状態|电池|状态/i;
const SHUTTER = /shutter|take a (picture|photo)|撮|拍/i;
const SOUND = /sound|音|声/i;
const LONG = /long|長|长/i;
const ASK = /\bask\b|聞いて|问/i;
const LOOK = /look|see|camera|カメラ|見|看|相机/i;

const COLOUR: Record<Language, Record<string, string>> = {
  en: {},
  ja: { red: '赤', orange: '橙', yellow: '黄', green: '緑', blue: '青', purple: '紫' },
  zh: { red: '红色', orange: '橙色', yellow: '黄色', green: '绿色', blue: '蓝色', purple: '紫色' },
};

const SAW: Record<Language, (left: string, right: string) => string> = {
  en: (left, right) =>
    `I looked through the camera. I am the practice model, no AI: I measure colours.\n\n| region | colour |\n|---|---|\n| left half | **${left}** |\n| right half | **${right}** |\n\nThe picture is 640 × 424 pixels, of medium brightness.`,
  ja: (left, right) =>
    `カメラを見ました。わたしは練習用モデルで、AI ではありません。色を測っています。\n\n| 場所 | 色 |\n|---|---|\n| 左半分 | **${left}** |\n| 右半分 | **${right}** |\n\n画像は 640 × 424 ピクセル、明るさは中くらいです。`,
  zh: (left, right) =>
    `我看了相机。我是练习模型，不是 AI，只会测量颜色。\n\n| 区域 | 颜色 |\n|---|---|\n| 左半边 | **${left}** |\n| 右半边 | **${right}** |\n\n图片大小为 640 × 424 像素，亮度中等。`,
};

const PANE: Record<Language, string> = {
  en: '(image 1: JPEG 19 KB)',
  ja: '（画像 1 枚: JPEG 19 KB）',
  zh: '（图像 1 张：JPEG 19 KB）',
};

const HELP: Record<Language, string> = {
  en: 'I am the practice model. I can **look** through the camera, tell its **status**, and take a **picture**. Try: `Look through the camera.`',
  ja: '練習用モデルです。カメラを**見る**、**状態**を伝える、**撮影**することができます。例: `カメラを見て`',
  zh: '我是练习模型。我可以**看**相机、告诉您它的**状态**，也可以**拍照**。例如：`看看相机`',
};

const LONGER: Record<Language, string> = {
  en: 'A paragraph of a longer answer, so that the list has something to scroll and the reader something to read.',
  ja: '少し長い答えの一段落です。一覧が動き、読む人に読むものがあるようにしています。',
  zh: '这是较长回答中的一段，好让列表可以滚动，也让读者有内容可读。',
};

/** Whose turn it is, and what it belongs to. */
export interface TurnOf {
  village: string;
  agent: string;
  session: string;
  request: string;
  /** How many agents passed the request on. */
  hop: number;
}

/** Runs a turn to its end. Says how it ended and what was said. */
export async function runTurn(
  world: World,
  { village, agent, session, request, hop }: TurnOf,
  message: Row,
): Promise<{ how: string; said: string }> {
  const stop = new AbortController();
  const home = world.village(village);
  home.turns.set(agent, stop);
  const turn = world.id('turn');
  const begun = Date.now();
  const text = message.body.kind === 'message' ? message.body.text : '';
  // The answer goes to whoever asked.
  const asker = message.body.kind === 'message' ? message.body.from : 'user';
  if (message.body.kind === 'message') {
    world.putRow(village, session, { ...message, turn, body: { ...message.body, queued: false } });
  }
  world.emit({ event: 'turn_started', village, agent, turn, session });
  speak(world, village, asker, agent, text);
  spend(world, village, request, 0, 1200);
  world.log(village, 'turn start', `agent=${agent} hop=${hop} from=${asker} chars=${[...text].length}`);
  const usage = { uncached: 462, cached: 0, output: 0, reasoning: 0 };
  let said = '';
  let how = '-';
  let rounds = 1;
  const say = async (words: string): Promise<void> => {
    for (const piece of words.match(/[\s\S]{1,4}/gu) ?? []) {
      await world.wait(14, stop.signal);
      said += piece;
      world.emit({ event: 'delta', village, agent, turn, text: piece, thinking: '' });
    }
  };
  try {
    world.setAgent(village, agent, { status: 'thinking', tool: null });
    await world.wait(450, stop.signal);
    const language = home.view.language;
    const scene = randomScene();
    if (SHUTTER.test(text)) {
      const allowed = await askPerson(world, village, agent, stop.signal);
      if (allowed)
        await useTool(world, {
          village,
          agent,
          session,
          turn,
          name: 'nik__shutter',
          scene,
          signal: stop.signal,
        });
      rounds += 1;
    } else if (HARMLESS.test(text)) {
      await useTool(world, {
        village,
        agent,
        session,
        turn,
        name: 'nik__camera_status',
        scene: null,
        signal: stop.signal,
      });
      rounds += 1;
    } else if (ASK.test(text) && asker === 'user') {
      await askOthers(world, { village, agent, session, turn, text, request, hop, signal: stop.signal });
      rounds += 1;
    } else if (LOOK.test(text)) {
      await useTool(world, {
        village,
        agent,
        session,
        turn,
        name: 'nik__live_view_image',
        scene,
        signal: stop.signal,
      });
      rounds += 1;
    }
    world.setAgent(village, agent, { status: 'thinking', tool: null });
    await world.wait(300, stop.signal);
    if (SOUND.test(text)) addSound(world, village, session, agent, turn);
    const named = COLOUR[language];
    const answer = LONG.test(text)
      ? Array.from({ length: 14 }, (_, at) => `${at + 1}. ${LONGER[language]}`).join('\n\n')
      : LOOK.test(text) || SHUTTER.test(text)
        ? SAW[language](named[scene.left] ?? scene.left, named[scene.right] ?? scene.right)
        : HELP[language];
    await say(answer);
  } catch {
    how = 'interrupted';
  }
  if (said !== '') {
    world.row(village, session, agent, turn, {
      kind: 'message',
      from: agent,
      to: asker,
      text: said,
      attachments: [],
      interrupted: how === 'interrupted',
      queued: false,
    });
  }
  if (how === 'interrupted')
    world.row(village, session, agent, turn, {
      kind: 'system',
      code: 'turn-interrupted',
      args: { by: asker === 'user' ? 'person' : 'asker' },
      detail: null,
    });
  usage.output = Math.round(said.length / 3);
  usage.cached = rounds > 1 ? 6400 : 0;
  if (said !== '') speak(world, village, agent, asker, said);
  // Effective tokens: what a cache served counts a tenth, what was written four times.
  spend(world, village, request, usage.uncached + usage.cached / 10 + usage.output * 4, -1200);
  const ms = Date.now() - begun;
  world.row(village, session, agent, turn, {
    kind: 'turn',
    stop: how,
    rounds,
    max_rounds: 12,
    backend: 'practice',
    model: 'practice',
    usage,
    ms,
  });
  world.log(
    village,
    'turn',
    `agent=${agent} hop=${hop} rounds=${rounds}/12 backend=practice model=practice stop=${how} prompt=${usage.uncached + usage.cached} cached=${usage.cached} output=${usage.output} reasoning=0 total=${usage.uncached + usage.cached + usage.output} ms=${ms}`,
  );
  world.emit({ event: 'turn_ended', village, agent, turn, stop: how, usage });
  home.turns.delete(agent);
  if (session === home.view.session.id)
    world.emit({ event: 'context', village, session, context: contextOf(world, village, agent) });
  if (home.view.agents.some((other) => other.id === agent && other.status !== 'stopped')) {
    world.setAgent(village, agent, { status: 'idle', tool: null });
  }
  return { how, said };
}

interface Call {
  village: string;
  agent: string;
  session: string;
  turn: string;
  name: string;
  scene: { left: string; right: string } | null;
  signal: AbortSignal;
}

async function useTool(
  world: World,
  { village, agent, session, turn, name, scene, signal }: Call,
): Promise<void> {
  const home = world.village(village);
  const call = world.id('call');
  const body: ToolRow = {
    call,
    name,
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
  world.setAgent(village, agent, { status: 'running_tool', tool: name });
  try {
    await world.wait(900, signal);
  } catch (thrown) {
    world.putRow(village, session, {
      ...row,
      body: { kind: 'tool', ...body, running: false, interrupted: true, ok: false },
    });
    throw thrown;
  }
  const picture = scene && world.options.painter(home.camera.frame?.seq ?? 1, scene);
  const seen = world.id('seen');
  if (picture) world.media.set(`seen/${seen}`, picture.url);
  const image = picture && {
    id: seen,
    format: 'JPEG',
    width: picture.width,
    height: picture.height,
    bytes: picture.bytes,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  const output = {
    call,
    agent,
    name,
    input: '{}',
    output: picture
      ? world.words(village, { en: '(images 1)', ja: '（画像 1 枚）', zh: '（图像 1 张）' })
      : 'battery: 82 %\nlens: NIKKOR Z 40mm f/2\nexposure: 1/250 f/2.8 ISO 400',
    pane: picture ? world.words(village, PANE) : '',
    user_text: '',
    ok: true,
    seen: image ? [image] : [],
    dropped: picture && name === 'nik__shutter' ? ['unsupported'] : [],
    at_ms: Date.now(),
  };
  home.outputs.push(output);
  world.emit({ event: 'tool_output', village, output });
  world.putRow(village, session, {
    ...row,
    body: {
      kind: 'tool',
      ...body,
      running: false,
      ms: 180,
      images: image ? 1 : 0,
      dropped: output.dropped,
      has_output: true,
    },
  });
  world.log(
    village,
    'tool',
    `agent=${agent} round=1 name=${name} ok=true args_chars=2 body_chars=56 ms=180${image ? ' images=1' : ''}`,
  );
  if (picture && name === 'nik__shutter') {
    const id = world.id('artifact');
    world.media.set(`${session}/${id}`, picture.url);
    world.row(village, session, agent, turn, {
      kind: 'artifact',
      tool: name,
      artifact: {
        id,
        session,
        name: 'DSC_0042.jpg',
        mime: 'image/jpeg',
        bytes: picture.bytes,
        sha256: image?.sha256 ?? '',
        save_only: false,
      },
    });
  }
}

function askPerson(world: World, village: string, agent: string, signal: AbortSignal): Promise<boolean> {
  const home = world.village(village);
  const id = world.id('approval');
  const view = {
    id,
    agent,
    tool: 'nik__shutter',
    arguments: '{\n  "quality": "fine",\n  "count": 1\n}',
    read_only: false,
    destructive: false,
  };
  world.setAgent(village, agent, { status: 'waiting', tool: 'nik__shutter' });
  world.emit({ event: 'approval_asked', village, approval: view });
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      home.approvals.delete(id);
      world.emit({ event: 'approval_gone', village, id });
    };
    home.approvals.set(id, {
      view,
      settle: (decision) => {
        gone();
        resolve(decision !== 'deny');
      },
    });
    signal.addEventListener('abort', () => {
      gone();
      reject(new DOMException('stopped', 'AbortError'));
    });
  });
}

function addSound(world: World, village: string, session: string, agent: string, turn: string): void {
  const id = world.id('artifact');
  world.media.set(`${session}/${id}`, toneUrl());
  world.row(village, session, agent, turn, {
    kind: 'artifact',
    tool: 'nik__record',
    artifact: {
      id,
      session,
      name: 'tone.wav',
      mime: 'audio/wav',
      bytes: 16_044,
      sha256: '',
      save_only: false,
    },
  });
}
