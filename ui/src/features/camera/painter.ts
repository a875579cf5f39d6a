/**
 * Draws pictures on a canvas, one after another for as long as the panel is on.
 *
 * One picture element serves them all. WebKitGTK never gives back some kilobytes of each bitmap that it makes of
 * bytes (`createImageBitmap`), and keeps for a while what each new element decoded: both grow with every frame.
 */
export class Painter {
  readonly #picture = new Image();

  constructor(private readonly canvas: HTMLCanvasElement) {}

  async draw(bytes: Blob): Promise<void> {
    const url = URL.createObjectURL(bytes);
    try {
      this.#picture.src = url;
      await this.#picture.decode();
      const { naturalWidth: width, naturalHeight: height } = this.#picture;
      if (this.canvas.width !== width) this.canvas.width = width;
      if (this.canvas.height !== height) this.canvas.height = height;
      this.canvas.getContext('2d')?.drawImage(this.#picture, 0, 0);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** Lets go of the last picture. */
  stop(): void {
    this.#picture.removeAttribute('src');
  }
}
