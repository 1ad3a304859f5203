import { signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";

/** The colours of the pages. */
export const theme = signal<Theme>((localStorage.getItem("stead-theme") as Theme | null) ?? "system");

/** Chooses colours for this browser. */
export function setTheme(chosen: Theme) {
  theme.value = chosen;
  localStorage.setItem("stead-theme", chosen);
  showTheme();
}

/** Shows the chosen colours. */
export function showTheme() {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}
