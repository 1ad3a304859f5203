import { say } from "../shell/failures";

/** Copies a text, and confirms it. */
export function copy(text: string) {
  const clipboard: Clipboard | undefined = navigator.clipboard; // pages of another machine without TLS have none
  if (!clipboard) {
    say(`This page may not copy: ${text}`);
    return;
  }
  clipboard.writeText(text).then(
    () => say(`Copied ${text}`),
    () => say(`The browser did not allow copying: ${text}`),
  );
}
