import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { useCommands } from "./keys";

const open = signal<{ number: number; draw: () => ComponentChildren }[]>([]);
let opened = 0;

/** Opens a dialog over the page. When it is closed, the focus returns to where it was. */
export function openDialog(draw: () => ComponentChildren) {
  open.value = [...open.value, { number: ++opened, draw }];
}

/** Closes the innermost dialog. */
export function closeDialog() {
  // It must still exist at this point, because the browser then returns the focus.
  [...document.querySelectorAll("dialog")].pop()?.close();
  open.value = open.value.slice(0, -1);
}

/** The open dialogs. */
export function Dialogs() {
  return (
    <>
      {open.value.map((dialog) => (
        <Frame key={dialog.number}>{dialog.draw()}</Frame>
      ))}
    </>
  );
}

function Frame({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useCommands([{ title: "Close", keys: ["Escape"], run: closeDialog }], true);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onClick={(event) => {
        if (event.target === element.current) closeDialog();
      }}
    >
      <div class="dialog">{children}</div>
    </dialog>
  );
}

/** The top of a dialog: its title, which also names it for screen readers, and a button to close it. */
export function DialogTitle({ children }: { children: ComponentChildren }) {
  return (
    <header class="dialog-title">
      <h2>{children}</h2>
      <button type="button" class="quiet" onClick={closeDialog} title="Close (Esc)">
        Close
      </button>
    </header>
  );
}

/** Asks before something that cannot be undone. */
export function confirmFirst(question: string, yes: string, run: () => void) {
  openDialog(() => (
    <>
      <DialogTitle>{question}</DialogTitle>
      <div class="buttons">
        <button
          type="button"
          class="danger"
          onClick={() => {
            closeDialog();
            run();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={closeDialog} autofocus>
          Cancel
        </button>
      </div>
    </>
  ));
}
