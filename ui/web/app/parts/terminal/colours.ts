import type { ITheme } from "@xterm/xterm";

// The sixteen colours that programs select by number.
const named = {
  black: "#3a424c", red: "#ff7b72", green: "#5cc98b", yellow: "#f0b429", blue: "#6cb0ff", magenta: "#d2a8ff", cyan: "#56d4dd", white: "#c9d1d9",
  brightBlack: "#8b96a3", brightRed: "#ffa198", brightGreen: "#7ee2a8", brightYellow: "#ffd166", brightBlue: "#9cc9ff", brightMagenta: "#e2c5ff",
  brightCyan: "#8ae6ec", brightWhite: "#f0f3f6",
};

/**
 * The colours of terminals. They are dark in both themes: a CLI chooses its own colours for the background that it found at its start, which is dark if nobody
 * was watching, and its dark boxes would be unreadable on a light page.
 */
export const colours: ITheme = {
  ...named,
  background: "#0f1216",
  foreground: "#e3e8ee",
  cursor: "#e3e8ee",
  cursorAccent: "#0f1216",
  selectionBackground: "#6cb0ff",
  selectionForeground: "#0f1216",
};
