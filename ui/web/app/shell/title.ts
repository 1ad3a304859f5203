import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { visible } from "../values/visible";

/** The title of the page's content for the tab. It is empty for a page that its view identifies. */
export const shownTitle = signal("");

/** The number of characters that a tab's tooltip shows of a title. */
const most = 80;

/** Names the tab after the content, as long as it is shown. */
export function useTitle(text: string) {
  useEffect(() => {
    shownTitle.value = visible(text).slice(0, most);
    return () => (shownTitle.value = "");
  }, [text]);
}
