import type { ITheme } from "@xterm/xterm";

// The sixteen colours that programs name by number.
const named = {
  black: "#3a424c", red: "#ff7b72", green: "#5cc98b", yellow: "#f0b429", blue: "#6cb0ff", magenta: "#d2a8ff", cyan: "#56d4dd", white: "#c9d1d9",
  brightBlack: "#8b96a3", brightRed: "#ffa198", brightGreen: "#7ee2a8", brightYellow: "#ffd166", brightBlue: "#9cc9ff", brightMagenta: "#e2c5ff",
  brightCyan: "#8ae6ec", brightWhite: "#f0f3f6",
};

/**
 * The colours of terminals. They are dark in both themes: a CLI chooses its own for the background that it found when it started, which is dark where nobody
 * looks on, and dark boxes on a light page cannot be read.
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
