import { signal } from "@preact/signals";
import { useMachine } from "../../live/machine";
import { makeToken } from "../../api/client";
import { forgetKey } from "../../api/key";
import { access } from "../../shell/access";
import { attempt } from "../../shell/failures";
import { canOffer, installable, offerInstallation } from "../../shell/install";
import { keysOn, switchKeys } from "../../shell/keys";
import { setTheme, theme } from "../../shell/theme";

const token = signal("");

/** What this browser remembers, and how to sign in another one. */
export function Settings() {
  const machine = useMachine().value.value;
  return (
    <div class="page settings">
      <h1>Settings</h1>
      <section>
        <h2>Look</h2>
        <div class="buttons" role="group" aria-label="Colours">
          {(["system", "light", "dark"] as const).map((name) => (
            <button type="button" key={name} aria-pressed={theme.value === name} onClick={() => setTheme(name)}>
              {name === "system" ? "As the system" : name === "light" ? "Light" : "Dark"}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h2>Keys</h2>
        <label class="check">
          <input type="checkbox" checked={keysOn.value} onChange={(event) => switchKeys(event.currentTarget.checked)} />
          Single keys act, such as j and k. Press ? to see them all.
        </label>
      </section>
      <section>
        <h2>Another browser</h2>
        <p>A phone or another browser signs in with a token. It can then do all that this browser can. A token counts once, for a minute.</p>
        {token.value && (
          <p>
            <code>
              {location.origin}/#token={token.value}
            </code>
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={() => void attempt("Make a token", async () => (token.value = (await makeToken()).token))}>
            Make a token
          </button>
          <button
            type="button"
            onClick={() => {
              forgetKey();
              access.value = "no";
            }}
          >
            Sign out
          </button>
        </div>
      </section>
      <section>
        <h2>As an app</h2>
        <Installation />
      </section>
      {machine && (
        <p class="meta">
          stead {machine.version} on {machine.host}
          {machine.readOnly && ", which only reads: it was started with --read-only"} ·{" "}
          <a href="/licences.txt" target="_blank">
            Licences
          </a>
        </p>
      )}
    </div>
  );
}

function Installation() {
  switch (installable.value) {
    case "installed":
      return <p>This is the app.</p>;
    case "no":
      return (
        <p>
          This browser cannot install stead from here. A browser installs pages only from a server whose certificate it trusts, or from its own machine: give{" "}
          <code>stead serve</code> a certificate (<code>--tls-cert</code>) and install the authority that has signed it on this device.
        </p>
      );
    default:
      return canOffer() ? (
        <button type="button" onClick={offerInstallation}>
          Install stead
        </button>
      ) : (
        <p>The browser's menu has an entry for it: Install, or Add to Home Screen.</p>
      );
  }
}
