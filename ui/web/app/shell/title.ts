import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { visible } from "../values/visible";

/** What the page shows, for the tab's title. Empty for one that is known by its view. */
export const shownTitle = signal("");

/** How many characters of a title a tab's tooltip still shows. */
const most = 80;

/** Has the tab named after what is shown, as long as it is. */
export function useTitle(text: string) {
  useEffect(() => {
    shownTitle.value = visible(text).slice(0, most);
    return () => (shownTitle.value = "");
  }, [text]);
}
