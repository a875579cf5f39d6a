/** Days that lie behind a village: conversations and a long log, to see lists that are full. */
import type { Language, SessionView } from '~/contract/types.gen';
import { levelOf, type World } from './world';

const DAY = 86_400_000;

const TALKS: Record<Language, readonly (readonly [string, string])[]> = {
  en: [
    ['What is on the workbench?', 'A red screwdriver on the left, and a blue cup on the right.'],
    ['Is the battery of the camera full?', 'It is at 82 percent. The lens is a 50 mm.'],
    ['Compare this morning with yesterday evening', 'The morning picture is brighter; the cup has moved.'],
    ['Watch the door and tell me when it opens', 'It opened at 14:02 and closed again at 14:03.'],
    ['Write a caption for the red flower', 'A red flower before a green wall, in soft light.'],
  ],
  ja: [
    ['作業台の上には何がありますか？', '左に赤いドライバー、右に青いカップがあります。'],
    ['カメラの電池は十分ですか？', '残り 82 パーセントです。レンズは 50 mm です。'],
    ['今朝と昨日の夕方を比べてください', '今朝の方が明るく、カップの位置が変わっています。'],
    ['ドアを見張って、開いたら教えてください', '14:02 に開き、14:03 に閉まりました。'],
    ['赤い花の説明文を書いてください', '緑の壁を背に、やわらかな光の中の赤い花。'],
  ],
  zh: [
    ['工作台上有什么？', '左边是一把红色螺丝刀，右边是一个蓝色杯子。'],
    ['相机的电量够吗？', '还有 82%。镜头是 50 mm。'],
    ['比较一下今早和昨晚的画面', '今早的画面更亮，杯子换了位置。'],
    ['盯着门，开了告诉我', '14:02 打开，14:03 又关上了。'],
    ['给这朵红花写一句说明', '绿墙前的一朵红花，光线柔和。'],
  ],
};

export function addHistory(world: World, lines: number): void {
  for (const [id, home] of world.villages) {
    TALKS[home.view.language].forEach(([asked, said], at) => {
      const when = Date.now() - (at * at * 1.7 + 0.2) * DAY;
      const view: SessionView = {
        id: world.id('session'),
        title: at === 3 ? '' : asked,
        started_ms: when,
        changed_ms: when + 60_000,
        messages: 2,
      };
      home.sessions.set(view.id, {
        view,
        rows: [asked, said].map((text, turn) => ({
          id: world.id('row'),
          turn: `t${at}`,
          agent: 'agent_1',
          at_ms: when + turn * 4000,
          body: {
            kind: 'message',
            from: turn === 0 ? 'user' : 'agent_1',
            to: turn === 0 ? 'agent_1' : 'user',
            text,
            attachments: [],
            interrupted: false,
            queued: false,
          },
        })),
      });
    });
    addLog(world, id, lines);
  }
}

const OUTCOMES = ['reached', 'reached', 'none', 'withheld', 'fallback', 'reached', 'dropped'];

function addLog(world: World, village: string, lines: number): void {
  const { log } = world.village(village);
  const now = Date.now();
  const write = (kind: string, text: string): void => {
    const time = new Date(now - (lines - log.length) * 7000).toISOString();
    const agent = /agent=(\S+)/.exec(text)?.[1] ?? null;
    log.push({ number: log.length, time, kind, level: levelOf(kind, text), agent, text: `${kind}: ${text}` });
  };
  for (let turn = 0; log.length < lines; turn += 1) {
    const agent = `agent_${1 + (turn % 3)}`;
    const outcome = OUTCOMES[turn % OUTCOMES.length];
    write('turn start', `agent=${agent} hop=0 from=user chars=${20 + ((turn * 7) % 90)}`);
    write('round', `agent=${agent} round=1 prompt=${2800 + turn * 6} cached=2600 output=30`);
    if (outcome !== 'none')
      write(
        'tool',
        `agent=${agent} round=1 name=nik__live_view_image ok=true args_chars=2 body_chars=56 ms=${150 + (turn % 80)} images=1`,
      );
    if (outcome === 'dropped')
      write('tool image dropped', `agent=${agent} name=nik__live_view_image reason=too_large`);
    if (outcome === 'withheld')
      write('tool image withheld', `agent=${agent} model=gpt-oss removed=1 reason=no_vision`);
    if (outcome === 'fallback')
      write('tool image fallback', `agent=${agent} model=deepseek-v4-pro removed=1 outcome=ok`);
    if (turn % 11 === 10) write('server', `agent=${agent} name="my notes" state=failed code=SPAWN_FAILED`);
    const grown = outcome === 'fallback' || outcome === 'withheld' ? 70 : 400 + (turn % 60);
    write('round', `agent=${agent} round=2 prompt=${2800 + turn * 6 + grown} cached=2800 output=90`);
    const stop = turn % 13 === 12 ? 'failed:RATE_LIMITED' : turn % 9 === 8 ? 'tool_limit' : '-';
    if (stop.startsWith('failed'))
      write('llm retry stop', `agent=${agent} status=429 class=client_error code=rate_limited`);
    write(
      'turn',
      `agent=${agent} hop=0 rounds=2/12 backend=practice model=practice stop=${stop} prompt=${6000 + turn * 13} cached=6400 output=120 reasoning=0 total=${6120 + turn * 13} ms=2310`,
    );
  }
}
