import { getShape } from "../../../api/client";

/** The height of an entry with an unknown number of lines: one that was added after the shape was read. */
const unknown = 60;

/** The number of lines above which an entry is not expected to be higher: long results are folded, and long texts are rare. */
const mostLines = 24;

/** Reads how many lines each entry of a session takes. If this fails, the session is still shown, with guessed heights. */
export async function readShape(cli: string, id: string, signal: AbortSignal): Promise<Uint16Array> {
  const answer = await getShape({ cli, id }, { signal });
  return linesOf(await answer.arrayBuffer());
}

/** Decodes a shape: a 16-bit number for each entry, little-endian. */
export function linesOf(shape: ArrayBuffer): Uint16Array {
  const view = new DataView(shape);
  return Uint16Array.from({ length: shape.byteLength >> 1 }, (_, n) => view.getUint16(2 * n, true));
}

/** Estimates the height of an entry before it is drawn, in pixels. */
export function heightOf(lines: number | undefined): number {
  if (lines === undefined) return unknown;
  if (lines <= 1) return 32;
  return 16 + 21 * Math.min(lines, mostLines);
}
