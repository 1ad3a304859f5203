import type { IUnicodeVersionProvider, Terminal } from "@xterm/xterm";
import { two, zero } from "./width_table";

/** Makes a terminal measure characters like stead's emulator. Otherwise xterm treats characters introduced after 2010, including most emoji, as narrow. */
export function measureAsEmulator(terminal: Terminal) {
  terminal.unicode.register(new Widths());
  terminal.unicode.activeVersion = "stead";
}

/** The state that a character passes on to the next one: a joiner, or half of a flag. */
const joiner = 1;
const halfFlag = 2;

class Widths implements IUnicodeVersionProvider {
  readonly version = "stead";

  wcwidth(code: number): 0 | 1 | 2 {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
    if (code < 0x300) return isIn(zeroWide, code) ? 0 : 1;
    return isIn(zeroWide, code) ? 0 : isIn(twoWide, code) ? 2 : 1;
  }

  /** A number that xterm stores for each cell: bit 0 says that the character belongs to the one before, bits 1 and 2 are its width, the others are ours. */
  charProperties(code: number, before: number): number {
    const isFlag = code >= 0x1f1e6 && code <= 0x1f1ff;
    const isSkin = code >= 0x1f3fb && code <= 0x1f3ff;
    const left = before >> 3;
    const own = this.wcwidth(code);
    const joins = before !== 0 && (own === 0 || isSkin || left === joiner || (isFlag && left === halfFlag));
    // U+FE0F turns a character that is also a sign into a picture of two cells.
    const width = joins ? Math.max((before >> 1) & 3, own, code === 0xfe0f ? 2 : 0) : own;
    const leaves = code === 0x200d ? joiner : isFlag && !joins ? halfFlag : 0;
    return (leaves << 3) | (width << 1) | (joins ? 1 : 0);
  }
}

const zeroWide = starts(zero);
const twoWide = starts(two);

/** The first characters of ranges, each followed by the first character after the range. */
function starts(table: string): Uint32Array {
  let at = 0;
  return Uint32Array.from(
    table.split(" ").flatMap((range) => {
      const [gap = "", more = "0"] = range.split("+");
      const first = at + parseInt(gap, 36);
      at = first + parseInt(more, 36) + 1;
      return [first, at];
    }),
  );
}

/** Whether a character is in one of the ranges: the number of boundaries at or before it is odd. */
function isIn(ends: Uint32Array, code: number): boolean {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}
