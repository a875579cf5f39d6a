import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Painter } from './painter';

const open = new Set<string>();
const drawn: unknown[] = [];
let works = true;

beforeEach(() => {
  open.clear();
  drawn.length = 0;
  works = true;
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${(made += 1)}`;
    open.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void open.delete(url));
  HTMLImageElement.prototype.decode = async function (this: HTMLImageElement): Promise<void> {
    // Bytes that are given up before they are decoded are never drawn.
    if (!open.has(this.src)) throw new Error('gone');
    if (!works) throw new DOMException('broken', 'EncodingError');
  };
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(320);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(212);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (picture: unknown) => drawn.push(picture),
  } as unknown as CanvasRenderingContext2D);
});
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  vi.restoreAllMocks();
});

describe('frames on the canvas', () => {
  it('leave nothing behind, however many they are', async () => {
    const canvas = document.createElement('canvas');
    const painter = new Painter(canvas);
    for (let frame = 0; frame < 500; frame += 1) await painter.draw(new Blob(['x']));
    expect(drawn).toHaveLength(500);
    expect(new Set(drawn).size).toBe(1);
    expect(open.size).toBe(0);
    expect([canvas.width, canvas.height]).toEqual([320, 212]);
  });

  it('leave nothing behind where they cannot be decoded, and the next one is drawn', async () => {
    const painter = new Painter(document.createElement('canvas'));
    works = false;
    await expect(painter.draw(new Blob(['x']))).rejects.toThrow('broken');
    expect(open.size).toBe(0);
    works = true;
    await painter.draw(new Blob(['x']));
    expect(drawn).toHaveLength(1);
  });

  it('are let go of with the panel', async () => {
    const painter = new Painter(document.createElement('canvas'));
    await painter.draw(new Blob(['x']));
    const [picture] = drawn as HTMLImageElement[];
    expect(picture?.src).toBe('blob:1');
    painter.stop();
    expect(picture?.hasAttribute('src')).toBe(false);
  });
});
