import { useEffect, useState } from "preact/hooks";
import { signal } from "@preact/signals";

/** Something that can be done on the current page, by a key, by the list of commands, or both. */
export interface Command {
  /** What it does, for people: "Continue in another CLI". */
  title: string;
  /** Keys that run it: "j", "ArrowDown", "g g", "Ctrl+d". Upper case means with Shift. A command without keys is only in the list. */
  keys: string[];
  run: () => void;
  /** Whether it can be run now. Default: yes. */
  can?: () => boolean;
}

/** Writes the keys of a command as they appear on a keyboard. */
export function keyCaps({ keys }: Command): string {
  return keys.map((key) => key.replace("ArrowDown", "↓").replace("ArrowUp", "↑").replace("ArrowLeft", "←").replace("ArrowRight", "→")).join("  ");
}

/** Whether single keys act (WCAG 2.1.4: users must be able to turn them off). */
export const keysOn = signal(localStorage.getItem("stead-keys") !== "off");

/** Turns single keys on or off for this browser. */
export function switchKeys(on: boolean) {
  keysOn.value = on;
  localStorage.setItem("stead-keys", on ? "on" : "off");
}

// The commands of the page, of its parts, and of an open dialog. The innermost layer is last and takes precedence.
const layers = new Set<{ current: Command[]; alone: boolean }>();

/**
 * Makes commands work while a component is shown.
 * @param alone disables the commands below, as a dialog does
 */
export function useCommands(commands: Command[], alone = false) {
  // A component is drawn before its children, and its effects run after theirs: the drawing order is from the outermost to the innermost.
  const [layer] = useState(() => {
    const made = { current: commands, alone };
    layers.add(made);
    return made;
  });
  layer.current = commands;
  useEffect(() => () => void layers.delete(layer), []);
}

/** Returns the commands that can be run now, the innermost first. */
export function commandsNow(): Command[] {
  const found: Command[] = [];
  for (const layer of [...layers].reverse()) {
    found.push(...layer.current.filter((c) => c.can?.() ?? true));
    if (layer.alone) break;
  }
  return found;
}

/** The keys before the last one of a sequence such as g g. */
let begun = "";
let forgetting: ReturnType<typeof setTimeout>;

/** Makes keys run commands. */
export function listenForKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    const name = nameOf(event);
    if (isTyped(event) || (!keysOn.value && name.length === 1)) return;
    const whole = begun ? `${begun} ${name}` : name;
    begun = "";
    clearTimeout(forgetting);
    const commands = commandsNow();
    const command = commands.find((c) => c.keys.includes(whole)) ?? commands.find((c) => c.keys.includes(name));
    if (command) {
      event.preventDefault();
      command.run();
    } else if (commands.some((c) => c.keys.some((k) => k.startsWith(whole + " ")))) {
      event.preventDefault();
      begun = whole;
      forgetting = setTimeout(() => (begun = ""), 1000);
    }
  });
}

/** Names a key in the syntax of commands. */
function nameOf(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  return control + (event.altKey ? "Alt+" : "") + (event.key === " " ? "Space" : event.key);
}

function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta";
}

/**
 * Whether a key belongs to typing: in text fields and terminals, only Escape and the list of commands are ours, and on a button, Enter and Space belong to the
 * button.
 */
function isTyped(event: KeyboardEvent): boolean {
  const at = event.target instanceof HTMLElement ? event.target : undefined;
  if (!at) return false;
  if (at.closest(".xterm")) return true;
  if (at.isContentEditable || at.matches("input:not([type=checkbox], [type=radio]), textarea, select")) {
    return event.key !== "Escape" && !((event.ctrlKey || event.metaKey) && event.key === "k");
  }
  return (event.key === "Enter" || event.key === " ") && at.matches("button, a, summary, input, [role=button]");
}
