/** Pictures for the in-memory camera: two colours side by side with a counter, so that a new one is seen. */
export interface Picture {
  url: string;
  width: number;
  height: number;
  bytes: number;
  left: string;
  right: string;
}

export type Painter = (count: number, scene: Scene) => Picture;

export interface Scene {
  left: string;
  right: string;
}

const COLOURS: Record<string, string> = {
  red: '#c8413b',
  orange: '#de8a3a',
  yellow: '#e3c64c',
  green: '#3f9d63',
  blue: '#3b6fc4',
  purple: '#7d55b8',
};

export function randomScene(): Scene {
  const names = Object.keys(COLOURS);
  const left = Math.floor(Math.random() * names.length);
  const right = (left + 1 + Math.floor(Math.random() * (names.length - 1))) % names.length;
  return { left: names[left] ?? 'red', right: names[right] ?? 'blue' };
}

const WIDTH = 640;
const HEIGHT = 424;

export const canvasPainter: Painter = (count, { left, right }) => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen) {
    for (const [at, name] of [left, right].entries()) {
      const shade = pen.createLinearGradient(0, 0, 0, HEIGHT);
      shade.addColorStop(0, COLOURS[name] ?? '#888');
      shade.addColorStop(1, `color-mix(in oklch, ${COLOURS[name] ?? '#888'}, black 22%)`);
      pen.fillStyle = shade;
      pen.fillRect((at * WIDTH) / 2, 0, WIDTH / 2, HEIGHT);
    }
    const phase = count / 6;
    pen.fillStyle = 'rgb(255 255 255 / 0.9)';
    pen.beginPath();
    pen.arc(WIDTH / 2 + Math.cos(phase) * 150, HEIGHT / 2 + Math.sin(phase) * 70, 26, 0, Math.PI * 2);
    pen.fill();
    pen.font = '600 20px ui-monospace, monospace';
    pen.fillText(String(count).padStart(5, '0'), 20, HEIGHT - 20);
  }
  const url = canvas.toDataURL('image/jpeg', 0.85);
  return { url, width: WIDTH, height: HEIGHT, bytes: Math.round((url.length * 3) / 4), left, right };
};

/** For pages without a canvas: a picture of one pixel that says it is a frame. */
export const plainPainter: Painter = (_count, { left, right }) => ({
  url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  width: WIDTH,
  height: HEIGHT,
  bytes: 19_400,
  left,
  right,
});

/** Two seconds of a soft tone as a WAV file. */
export function toneUrl(): string {
  const rate = 8000;
  const samples = rate * 2;
  const bytes = new Uint8Array(44 + samples);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => {
    for (let i = 0; i < value.length; i += 1) bytes[at + i] = value.charCodeAt(i);
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, samples, true);
  for (let i = 0; i < samples; i += 1)
    bytes[44 + i] = 128 + Math.round(Math.sin((i / rate) * 440 * 2 * Math.PI) * 30);
  return `data:audio/wav;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
