import { signal } from "@preact/signals";
import { tradeToken } from "../api/client";
import { forgetKey, keepKey, key } from "../api/key";
import { onRefused } from "../api/call";

/** Whether this browser may call the server. For "no", the page asks for a token. */
export const access = signal<"yes" | "no">(key() === null ? "no" : "yes");

/** The reason why the last token was refused, for people. */
export const refusal = signal("");

onRefused(() => {
  forgetKey();
  access.value = "no";
  refusal.value = "This browser is signed out: after 30 days, by stead serve --sign-out, or as many others have signed in since. Sign in again.";
});

/**
 * Trades the token in an address such as /#token=..., which `stead serve` opens, and removes it from the address. In a tab that already shows these pages, such
 * an address only changes the fragment.
 */
export async function signInByAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  await signInBy(token);
}

/** Trades a token that the user has typed, or the address that contains it. */
export async function signInBy(given: string) {
  const token = given.trim().replace(/^.*#token=/, "");
  try {
    keepKey((await tradeToken({ token }, { machine: "" })).key);
    refusal.value = "";
    access.value = "yes";
  } catch (error) {
    refusal.value = error instanceof Error ? error.message : String(error);
  }
}
