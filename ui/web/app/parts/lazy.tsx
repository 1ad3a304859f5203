import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./states";

/**
 * Returns a component whose code is loaded when it is first drawn.
 * @param load loads the module
 * @param pick returns the component from the module
 */
export function lazy<M, P extends object>(load: () => Promise<M>, pick: (module: M) => (props: P) => ComponentChild): (props: P) => ComponentChild {
  let module: M | undefined;
  return function Lazy(props: P) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (module) return;
      load().then(
        (loaded) => {
          module = loaded;
          redraw((n) => n + 1);
        },
        () => setFailed(true),
      );
    }, []);
    if (failed) return <p class="state">This part of stead could not be loaded: the server is away, or another version runs now. Load the page again.</p>;
    if (!module) return <Loading />;
    const Component = pick(module);
    return <Component {...props} />;
  };
}
