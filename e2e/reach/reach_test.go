package reach_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestSessionAndWorkGoToAnotherMachineAndComeHome takes a session of Claude Code, with work that is not committed, to a
// desk, where the real Codex goes on with both. What it did comes home as a branch, and the session goes back into
// Claude Code as it was, with what is new behind it.
func TestSessionAndWorkGoToAnotherMachineAndComeHome(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	shell := harness.Of("codex").Tools
	desk := hub.node("desk", provider.Steps(provider.Reply{
		Calls: []provider.ToolCall{shell.Run("cat draft.txt > done.txt; rm answer.txt")}}, provider.Say("It is done."))...)
	laptop := hub.machine("laptop")
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	write(t, filepath.Join(laptop.Work, "draft.txt"), "not committed\n")
	before := laptop.Read(session.Path)
	sees(t, laptop, "desk")

	result := laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Go on.", "--allow",
		"all")
	runtest.Exits(t, result, 0, "kB have gone to desk")
	if !strings.Contains(result.Stdout, "It is done.") {
		t.Errorf("it prints %q", result.Stdout)
	}
	conversation := runtest.Conversation(desk, "codex", desk.Turns()[0])
	if !strings.Contains(conversation, "Go on.") || !strings.Contains(conversation, "What is in this project?") {
		t.Errorf("the model was told\n%s", conversation)
	}

	var listed []struct{ Run, Machine string }
	runtest.Eventually(t, "the run is in the list", func() bool { // a busy machine may take longer than a list waits
		err := json.Unmarshal([]byte(laptop.Stead("ps", "--all", "--json").Stdout), &listed)
		return err == nil && len(listed) == 1 && listed[0].Machine == "desk"
	})
	run := listed[0].Run
	table := strings.Join(strings.Fields(laptop.Stead("ps", "--all").Stdout), " ")
	if want := "done laptop/claude->codex " + filepath.Base(laptop.Work) + " "; !strings.Contains(table, want) {
		t.Errorf("the list has no %q:\n%s", want, table)
	}
	var sessions []struct {
		From   string
		Origin struct{ Project string }
	}
	if err := json.Unmarshal([]byte(desk.Stead("list", "codex", "--json").Stdout), &sessions); err != nil ||
		len(sessions) != 1 || sessions[0].Origin.Project != filepath.Base(laptop.Work) ||
		!strings.HasPrefix(sessions[0].From, "laptop/claude:") {
		t.Errorf("the sessions of the desk are %+v, %v", sessions, err)
	}
	runtest.Exits(t, laptop.Stead("rm", "desk/"+run), 8, "work that was not fetched would be lost: stead/on-")
	files := runtest.Contents(t, laptop.Work)
	home := laptop.Stead("fetch", "desk/"+run, "--json")
	runtest.Exits(t, home, 0)
	var got struct{ Run, Session, Branch string }
	if err := json.Unmarshal([]byte(home.Stdout), &got); err != nil || got.Run != run {
		t.Fatalf("home comes %+v, %v", got, err)
	}
	runtest.Unchanged(t, files, runtest.Contents(t, laptop.Work))
	if text := runtest.Git(t, laptop, "show", got.Branch+":done.txt"); text != "not committed" {
		t.Errorf("what it did is %q", text)
	}
	if names := runtest.Git(t, laptop, "ls-tree", "--name-only", got.Branch); strings.Contains(names, "answer.txt") {
		t.Errorf("the branch has %s", names)
	}

	// The session of Codex is here, and what it said goes back to Claude Code.
	if shown := laptop.Stead("show", got.Session); shown.Code != 0 || !strings.Contains(shown.Stdout, "It is done.") {
		t.Errorf("its session is\n%s%s", shown.Stdout, shown.Stderr)
	}
	runtest.Exits(t, laptop.Stead("session", "convert", "run:"+run, "--to", "claude", "-o",
		filepath.Join(laptop.Dir, "back.jsonl")), 0)
	after := read(t, filepath.Join(laptop.Dir, "back.jsonl"))
	if !strings.HasPrefix(after, string(before)) || !strings.Contains(after, "It is done.") {
		t.Errorf("of %d bytes it goes back as %d others", len(before), len(after))
	}
	isOneRow(t, laptop)
	again := laptop.Stead("fetch", "desk/"+run)
	runtest.Exits(t, again, 0)
	if strings.TrimSpace(again.Stdout) != got.Branch+"-2" {
		t.Errorf("fetched again it is %q", again.Stdout)
	}
	runtest.Exits(t, laptop.Stead("rm", "desk/"+run), 0)
	if left, err := os.ReadDir(filepath.Join(desk.Dir, ".local/share/stead/reach/arrivals")); err != nil || len(left) > 0 {
		t.Errorf("of what came the desk has still %v, %v", left, err)
	}
}

// isOneRow checks that a session which the desk has, too, is listed once, with the name of the project and not with a
// folder of the desk's.
func isOneRow(t *testing.T, laptop *harness.Environment) {
	t.Helper()
	var rows []struct {
		Reference string
		Also      []string
		Origin    struct{ Project string }
	}
	listed := laptop.Stead("list", "--cli", "codex", "--json")
	err := json.Unmarshal([]byte(listed.Stdout), &rows)
	if err != nil || len(rows) != 1 || !slices.Equal(rows[0].Also, []string{"desk"}) ||
		rows[0].Origin.Project != filepath.Base(laptop.Work) {
		t.Errorf("the list is %s, %v", listed.Stdout, err)
	}
	if table := laptop.Stead("list").Stdout; !strings.Contains(table, "also on desk") {
		t.Errorf("the table is\n%s", table)
	}
}

// TestSessionOfAnotherMachineContinuesHere continues a session of the desk in the real Codex here: in a worktree of its
// work first, then in the folder that this machine has of the same repository.
func TestSessionOfAnotherMachineContinuesHere(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.node("desk")
	session := desk.Place("claude", "text")
	runtest.Repository(t, desk)
	write(t, filepath.Join(desk.Work, "draft.txt"), "not committed\n")
	laptop := hub.machine("laptop", provider.Steps(provider.Say("Here it goes on."), provider.Say("And on."))...)
	sees(t, laptop, "desk")
	for _, reference := range []string{"desk/" + session.Ref(), "desk/latest"} {
		result := laptop.Stead("run", "--from", reference, "--to", "codex", "-p", "Go on.", "--json")
		runtest.Exits(t, result, 0)
		if !strings.Contains(result.Stdout, "o on.") {
			t.Errorf("it prints %q", result.Stdout)
		}
	}
	records := runtest.Records(t, laptop)
	if len(records) != 2 || read(t, filepath.Join(records[0].Dir, "draft.txt")) != "not committed\n" {
		t.Errorf("the runs are %+v", records)
	}
	if err := os.RemoveAll(desk.Work); err != nil {
		t.Fatal(err)
	}
	alone := laptop.Stead("run", "--from", "desk/"+session.Ref(), "--to", "codex", "-p", "Go on.", "--cwd", laptop.Work,
		"--dry-run")
	runtest.Exits(t, alone, 0)
	gone := laptop.Stead("run", "--from", "desk/"+session.Ref(), "--to", "codex", "-p", "Go on.", "--dry-run")
	if gone.Code == 0 || !strings.Contains(gone.Stderr, "the work in its folder does not come") {
		t.Errorf("without a folder it is %d %s", gone.Code, gone.Stderr)
	}
	missing := laptop.Stead("run", "--from", "desk/claude:ffffffff", "--to", "codex", "-p", "Go on.")
	runtest.Exits(t, missing, 3, "desk: find session claude:ffffffff")
}
