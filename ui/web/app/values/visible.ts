/**
 * Controls of the direction of text, with which a stranger's text can reverse whole lines and hide what it says, and other invisible characters: U+061C,
 * U+200E/F, U+202A-E, U+2066-9, C0 and C1 controls except tab and line feed, zero-width ones, tags.
 */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

/** Returns a text in which characters that are invisible, or that reverse text, are spelled out: ⟨U+202E⟩. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(hidden, (c) => named(c.codePointAt(0) ?? 0));
}

/** Spells out a character by its number: ⟨U+202E⟩. */
export function named(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
