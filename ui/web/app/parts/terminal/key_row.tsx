import { useState } from "preact/hooks";

const keys: [label: string, title: string, sends: string][] = [
  ["Esc", "Esc", "\u001b"],
  ["Tab", "Tab", "\t"],
  ["↑", "Up", "\u001b[A"],
  ["↓", "Down", "\u001b[B"],
  ["←", "Left", "\u001b[D"],
  ["→", "Right", "\u001b[C"],
];

interface KeyRowProps {
  press: (keys: string) => void;
  /** Holds Ctrl for the next key, after which `released` is called. Without an argument, it releases Ctrl. */
  hold: (released: (() => void) | undefined) => void;
}

/** The keys that phones do not have. Ctrl applies to the next key. */
export function KeyRow({ press, hold }: KeyRowProps) {
  const [held, setHeld] = useState(false);
  return (
    <div class="key-row" role="toolbar" aria-label="Keys" onPointerDown={(event) => event.preventDefault()}>
      {keys.map(([label, title, sends]) => (
        <button key={label} type="button" aria-label={title} onClick={() => press(sends)}>
          {label}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={held}
        onClick={() => {
          setHeld(!held);
          hold(held ? undefined : () => setHeld(false));
        }}
      >
        Ctrl
      </button>
      <button type="button" onClick={() => press("\r")}>
        Enter
      </button>
    </div>
  );
}
