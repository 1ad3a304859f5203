package fork_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestForkGoesOnAsAnyRun forks a session before its end in another CLI, resumes that run, and carries it back: what
// came after the cut never comes along.
func TestForkGoesOnAsAnyRun(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "tui")
	original := g.Read(session.Path)
	made := g.Stead("fork", session.Ref(), "--at", "turn:1", "--to", "codex")
	runtest.Exits(t, made, 0, "open it    cd ", "codex resume ")
	g.Provider.Add(runtest.Hop("codex", 1)...)
	runtest.Exits(t, g.Stead("run", "--resume", "latest", "-p", runtest.HopPrompt(1)), 0)
	g.Provider.Add(runtest.Hop("codex", 2)...)
	runtest.Exits(t, g.Stead("fork", strings.TrimSpace(made.Stdout), "-p", runtest.HopPrompt(2), "--json"), 0)
	last := runtest.Continues(t, g, "run:latest", "claude", 3)
	got := runtest.LastTurn(g, "claude")
	runtest.HoldsHops(t, got, []string{"What is in this project?"}, 1, 2, 3)
	for _, beyond := range []string{"Fix the bug", "Count slowly"} {
		if strings.Contains(got, beyond) {
			t.Errorf("%q is from beyond the cut, and in\n%s", beyond, got)
		}
	}
	drawn := g.Stead("fork", "tree", last.To.CLI+":"+last.To.ID)
	for _, line := range []string{"claude:" + session.ID[:8], "└─ codex:", "   └─ codex:",
		"      └─ claude:" + last.To.ID[:8] + " *"} {
		if !strings.Contains(drawn.Stdout, line) {
			t.Errorf("%q is not in\n%s", line, drawn.Stdout)
		}
	}
	if string(g.Read(session.Path)) != string(original) {
		t.Error("the origin was touched")
	}
}

// TestWorkInAWorktreeLeavesTheFolderAlone has a CLI make a file in a worktree of its own: for a fork, a run that
// continues a session, and one that begins one.
func TestWorkInAWorktreeLeavesTheFolderAlone(t *testing.T) {
	t.Parallel()
	for name, verb := range map[string]func(session string) []string{
		"fork": func(session string) []string { return []string{"fork", session, "--at", "turn:1"} },
		"run":  func(session string) []string { return []string{"run", "--from", session} },
		"new":  func(string) []string { return []string{"run"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(
				provider.Reply{Text: "I write.", Calls: []provider.ToolCall{runtest.Shell("codex", "echo made > made.txt")}},
				provider.Say("It is there."),
			)...)
			session := g.Place("claude", "tui")
			if err := os.WriteFile(filepath.Join(g.Work, "unsaved.txt"), []byte("here\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			runtest.Git(t, g, "init", "-q")
			line := append(verb(session.Ref()), "--to", "codex", "--worktree", "-p", runtest.Prompt)
			runtest.Exits(t, g.Stead(append(line, "--allow", "all")...), 0, "on branch stead/"+line[0]+"-")
			if _, err := os.Stat(filepath.Join(g.Work, "made.txt")); err == nil {
				t.Error("the CLI worked in the user's folder")
			}
			_, rest, _ := strings.Cut(runtest.Git(t, g, "worktree", "list", "--porcelain"), "\nworktree ")
			place, _, _ := strings.Cut(rest, "\n")
			for name, want := range map[string]string{"made.txt": "made\n", "unsaved.txt": "here\n"} {
				if content, err := os.ReadFile(filepath.Join(place, name)); err != nil || string(content) != want {
					t.Errorf("%s in the worktree is %q, %v", name, content, err)
				}
			}
			// The prompt is read once the worktree is there.
			runtest.Exits(t, g.Stead(append(verb(session.Ref()), "--to", "codex", "--worktree", "-p", "-")...), 2, "worktree ")
			if left := strings.Count(runtest.Git(t, g, "worktree", "list"), "\n") + 1; left != 2 {
				t.Errorf("%d worktrees are there, want the folder and the first", left)
			}
		})
	}
}

// TestForkOpensInTheTerminal shows the history up to the cut, and no more.
func TestForkOpensInTheTerminal(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "tui")
	x := runtest.OnTerminal(t, g, runtest.Large, "fork", session.Ref(), "--at", "turn:1", "--to", "codex", "-i")
	x.Sees("What is in this project?")
	x.SeesReady("codex")
	ends := runtest.TurnEnds(t, g, "codex")
	x.Submits(runtest.Prompt)
	x.Sees("It goes on.")
	if got := runtest.Conversation(g, "claude", g.Turns()[0]); strings.Contains(got, "Fix the bug") ||
		!strings.Contains(got, "What is in this project?") {
		t.Errorf("the model got\n%s", got)
	}
	runtest.QuitsAfterTurn(t, g, x, "codex", ends)
}

// TestRunInAWorktreeOpensInTheTerminal begins a session in a worktree from a terminal, whose run is supervised by a
// process of its own.
func TestRunInAWorktreeOpensInTheTerminal(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It begins."))...)
	runtest.EndsRuns(t, g)
	runtest.Repository(t, g)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", "pi", "--worktree")
	x.SeesReady("pi")
	x.Submits(runtest.Prompt)
	x.Sees("It begins.")
	if dir := runtest.ComesTo(t, g, "input").Dir; !strings.Contains(dir, "/stead/worktrees/run-") {
		t.Errorf("it works in %s", dir)
	}
	runtest.Leaves(t, g, x, "pi")
}
