import { useMachine } from "../../live/machine";
import { Folder } from "../../parts/folder";
import { Empty } from "../../parts/states";
import type { Wanted } from "./feed";

/** Says that there are no sessions: what was searched for, where, and what to do. */
export function Nothing({ wanted }: { wanted: Wanted }) {
  const machine = useMachine().value.value;
  if (wanted.q || wanted.cli || wanted.state) {
    return (
      <Empty title="No session is like that">
        <p>
          Looked for {[wanted.q && `the words ${wanted.q}`, wanted.cli && `sessions of ${wanted.cli}`, wanted.state && `those that are ${wanted.state}`].filter(Boolean).join(", ")}.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No sessions yet">
      <p>stead has looked in the folders of these CLIs. Use one of them, and its sessions are here.</p>
      <table>
        <tbody>
          {(machine?.clis ?? []).map((cli) => (
            <tr key={cli.name}>
              <th scope="row">{cli.title}</th>
              <td>{cli.ready ? "ready" : cli.installed ? (cli.problem ?? "installed") : "not installed"}</td>
              <td class="dim">
                <code>
                  <Folder of={cli.folder} />
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dim">
        <code>stead doctor</code> says what is missing, and what to do about it.
      </p>
    </Empty>
  );
}
