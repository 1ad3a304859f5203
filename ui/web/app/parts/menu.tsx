import { useEffect, useRef, useState } from "preact/hooks";
import { type Command, keyCaps } from "../shell/keys";

/** A button that opens a list of commands. It leaves out those that cannot be run now. @param text the label of the button; three dots by default */
export function Menu({ label, text, commands }: { label: string; text?: string; commands: () => Command[] }) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const items = () => [...(element.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const close = () => {
    setOpen(false);
    element.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, [open]);
  function pressed(event: KeyboardEvent) {
    if (!open) return;
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all[(at - 1 + all.length) % all.length]?.focus();
    else if (event.key === "Tab") setOpen(false);
    if (event.key !== "Tab" && event.key !== "Enter" && event.key !== " ") event.preventDefault();
  }
  return (
    <div class="menu" ref={element} onKeyDown={pressed}>
      <button type="button" aria-haspopup="menu" aria-expanded={open} aria-label={label} onClick={() => setOpen(!open)}>
        {text ?? "⋯"}
      </button>
      {open && (
        <div class="menu-list" role="menu" aria-label={label}>
          {commands()
            .filter((command) => command.can?.() ?? true)
            .map((command) => (
              <button
                key={command.title}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close();
                  command.run();
                }}
              >
                {command.title}
                <kbd>{keyCaps(command)}</kbd>
              </button>
            ))}
        </div>
      )}
    </div>
  );
}
