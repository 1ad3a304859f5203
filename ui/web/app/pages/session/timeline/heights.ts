import { getShape } from "../../../api/client";

/** How high an entry is whose lines nobody has counted: one that came after the shape was read. */
const unknown = 60;

/** Long results are folded and long texts are few: beyond so many lines an entry is not expected to be higher. */
const mostLines = 24;

/** Reads how many lines each entry of a session takes. A session without a shape is shown nevertheless: its heights are guesses then. */
export async function readShape(cli: string, id: string, signal: AbortSignal): Promise<Uint16Array> {
  const answer = await getShape({ cli, id }, { signal });
  return linesOf(await answer.arrayBuffer());
}

/** Decodes a shape: a number of 16 bits for each entry, the low byte first. */
export function linesOf(shape: ArrayBuffer): Uint16Array {
  const view = new DataView(shape);
  return Uint16Array.from({ length: shape.byteLength >> 1 }, (_, n) => view.getUint16(2 * n, true));
}

/** Estimates how high an entry is before it is drawn, in pixels. */
export function heightOf(lines: number | undefined): number {
  if (lines === undefined) return unknown;
  if (lines <= 1) return 32;
  return 16 + 21 * Math.min(lines, mostLines);
}
