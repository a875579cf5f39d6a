/** Tiles of the strip under the camera: newest first. Pure. */
import type { SeenImage, ToolOutputView } from '~/contract/types.gen';
import { toolParts } from '~/shared/format/tool';

export type SeenTile =
  | { kind: 'seen'; key: string; agent: string; tool: string; name: string; image: SeenImage }
  | { kind: 'dropped'; key: string; agent: string; tool: string; reason: string };

/** A strip longer than this is not looked through. */
const TILES = 40;

export function seenTiles(outputs: readonly ToolOutputView[]): SeenTile[] {
  const tiles: SeenTile[] = [];
  for (const output of outputs.toReversed()) {
    const { tool } = toolParts(output.name);
    for (const [at, image] of output.seen.entries()) {
      const extension = image.format === 'WebP' ? 'webp' : 'jpg';
      const name = `${tool}-${at + 1}.${extension}`;
      tiles.push({ kind: 'seen', key: `${output.call}/${image.id}`, agent: output.agent, tool, name, image });
    }
    for (const [at, reason] of output.dropped.entries()) {
      tiles.push({ kind: 'dropped', key: `${output.call}/dropped-${at}`, agent: output.agent, tool, reason });
    }
    if (tiles.length >= TILES) break;
  }
  return tiles.slice(0, TILES);
}
