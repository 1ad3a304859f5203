import { useState } from "preact/hooks";
import { refusal, signInBy } from "../shell/access";

/** Asks for a token, for a browser that has none or was signed out. */
export function SignIn() {
  const [token, setToken] = useState("");
  return (
    <main class="sign-in" id="main">
      <h1>stead</h1>
      <p>
        This browser may not read your sessions yet. Open the address that <code>stead serve</code> prints, or paste its token here. A token counts once, for a
        minute; Enter in the server's terminal prints another one.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signInBy(token);
        }}
      >
        <label>
          Token
          <input value={token} onInput={(e) => setToken(e.currentTarget.value)} autocomplete="off" spellcheck={false} autofocus />
        </label>
        <button type="submit" class="main" disabled={token.trim() === ""}>
          Sign in
        </button>
      </form>
      {refusal.value && <p role="alert">{refusal.value}</p>}
    </main>
  );
}
