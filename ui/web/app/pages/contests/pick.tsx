import { useRef, useState } from "preact/hooks";
import { pickContestant, type AbContest, type AbContestant } from "../../api/client";
import { asProblem, type Problem } from "../../api/call";
import { Amounts } from "../../parts/changes";
import { Folder } from "../../parts/folder";
import { Failed } from "../../parts/states";
import { closeDialog, DialogTitle, openDialog } from "../../shell/dialog";
import { say } from "../../shell/failures";

/** Asks whether to pick a contestant, and explains what will happen. */
export function openPick(contest: AbContest, one: AbContestant) {
  openDialog(() => <Pick contest={contest} one={one} />);
}

function Pick({ contest, one }: { contest: AbContest; one: AbContestant }) {
  const [branch, setBranch] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const once = useRef(crypto.randomUUID());
  const failed = one.check !== undefined && one.check.exit_code !== 0; // the dialog says so
  async function pick() {
    setBusy(true);
    setProblem(undefined);
    try {
      await pickContestant({ id: contest.contest }, { name: one.name, branch: branch?.trim() || undefined, force: failed || undefined }, { once: once.current });
      closeDialog();
      say(`${one.name} was picked.`);
    } catch (error) {
      once.current = crypto.randomUUID(); // after a failure, the user may try again with other options
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  return (
    <form
      class="pick"
      onSubmit={(event) => {
        event.preventDefault();
        void pick();
      }}
    >
      <DialogTitle>Pick {one.name}?</DialogTitle>
      <label class="check">
        <input type="radio" name="where" checked={branch === undefined} onChange={() => setBranch(undefined)} />
        <span>
          Bring <Amounts added={one.added} deleted={one.deleted} /> into <Folder of={contest.dir} />
        </span>
      </label>
      <label class="check">
        <input type="radio" name="where" checked={branch !== undefined} onChange={() => setBranch("")} />
        Only keep it on a new branch
      </label>
      {branch !== undefined && (
        <input
          value={branch}
          onInput={(event) => setBranch(event.currentTarget.value)}
          placeholder="The branch's name"
          aria-label="The branch's name"
          spellcheck={false}
          autofocus
        />
      )}
      <p class="dim">{whatHappens(contest, one, branch !== undefined)}</p>
      {failed && <p class="wait">Its work did not pass the check.</p>}
      {problem && <Failed problem={problem} />}
      <div class="buttons">
        <button type="submit" class="main" disabled={busy || branch?.trim() === ""}>
          {busy ? "Picking …" : `Pick ${one.name}`}
        </button>
        <button type="button" onClick={closeDialog}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Explains what picking does, in agreement with docs/ab.md. */
function whatHappens(contest: AbContest, one: AbContestant, onBranch: boolean): string {
  if (onBranch) return "Your folder stays as it is, and no session goes on.";
  const { branch, dirty } = contest.snapshot;
  const merged = `It is merged into the branch ${branch}, and your hooks run. If other commits are checked out by now, it comes as uncommitted changes.`;
  return [
    dirty || !branch ? "It comes as uncommitted changes, which you commit when you like." : merged,
    "If your own changes are in the way, nothing is touched.",
    `Then a new session of ${one.cli}, with the whole history, goes on in your folder. The others' work stays on their branches.`,
  ].join(" ");
}
