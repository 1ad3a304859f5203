import { useEffect } from "preact/hooks";
import type { Resource } from "./resource";

/** Reads a value again when its page is opened, where too much changes it for reading it at each change. What was read before is seen meanwhile. */
export function useFresh(resource: Resource<unknown>) {
  useEffect(() => {
    if (resource.value.value !== undefined) resource.reload();
  }, [resource]);
}
