import { useEffect } from "preact/hooks";
import type { Resource } from "./resource";

/** Reads a value again when its page is opened, if it changes too often to be read at each change. Meanwhile, the old value is shown. */
export function useFresh(resource: Resource<unknown>) {
  useEffect(() => {
    if (resource.value.value !== undefined) resource.reload();
  }, [resource]);
}
