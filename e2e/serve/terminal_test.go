package serve_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRunIsAnsweredWatchedAndTypedIntoByTheAPI starts the real Codex by the API. It asks permission, which the API
// answers, once; its terminal is watched, then typed into; and it ends by the API.
func TestRunIsAnsweredWatchedAndTypedIntoByTheAPI(t *testing.T) {
	t.Parallel()
	how := harness.Of("codex").Permission
	g := harness.New(t, provider.Step{Reply: provider.Reply{Calls: []provider.ToolCall{how.Call}}},
		provider.Step{Reply: provider.Say("It is made.")},
		provider.Step{Reply: provider.Say("Typed it was."), Always: true})
	session := runtest.SmallSession(g, "codex")
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	s := runtest.Serve(t, g, "--api")
	var run struct {
		ID, State string
		Question  *struct {
			ID, About string
			Options   []struct{ Name string }
		}
	}
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+
		`","to":"codex","interactive":true,"prompt":"`+runtest.Prompt+`"}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	path := "/runs/" + run.ID
	runtest.Eventually(t, "the question can be answered", func() bool {
		s.Call(http.MethodGet, path, "", &run)
		return run.State == "permission" && run.Question != nil && len(run.Question.Options) > 0
	})
	if run.Question.About != how.About {
		t.Errorf("it asks for %+v", run.Question)
	}
	x := runtest.OpenTerminal(t, s, run.ID)
	answer := fmt.Sprintf(`{"question":%q,"option":"allow"}`, run.Question.ID)
	var given struct{ By, Option string }
	if status := s.Call(http.MethodPost, path+"/answers", answer, &given); status != http.StatusAccepted ||
		given.Option != "allow" {
		t.Fatalf("the answer is %d %+v", status, given)
	}
	var problem struct{ Type, Detail string }
	if status := s.Call(http.MethodPost, path+"/answers", answer, &problem); status != http.StatusConflict ||
		!strings.Contains(problem.Detail, given.By) {
		t.Errorf("answered twice it is %d %+v", status, problem)
	}
	x.Shows("It is made.")
	x.TakesKeyboard()
	x.Types("hello")
	x.Shows("hello")
	x.Types("\r")
	x.Shows("Typed it was.")
	if status := s.Call(http.MethodPost, path+"/stop", "", &run); status != http.StatusAccepted {
		t.Errorf("stopped it is %d", status)
	}
	x.AwaitEnd()
}

// TestRunGoesOnInAnotherCLIByTheAPI has a run of Codex go on in Claude Code, in the terminal that the caller looks at.
// A CLI that is not there is refused, and nothing is ended for it.
func TestRunGoesOnInAnotherCLIByTheAPI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
	session := runtest.SmallSession(g, "codex")
	runtest.EndsRuns(t, g)
	s := runtest.Serve(t, g, "--api")
	var run struct{ ID, Route string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+
		`","to":"codex","interactive":true,"prompt":"`+runtest.Prompt+`"}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	x := runtest.OpenTerminal(t, s, run.ID)
	x.Shows("Understood.")
	before := runtest.ComesTo(t, g, "input")
	if err := os.Remove(filepath.Join(g.Bin, "pi")); err != nil {
		t.Fatal(err)
	}
	var problem struct{ Detail string }
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/switch", `{"to":"pi"}`, &problem); status !=
		http.StatusConflict || !strings.Contains(problem.Detail, "Pi") {
		t.Errorf("to a CLI that is not there: %d %+v", status, problem)
	}
	if now := runtest.OnlyRecord(t, g); now.Child != before.Child {
		t.Fatalf("the CLI was ended for a switch that was refused: %+v", now.Child)
	}
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/switch", `{"to":"claude","prompt":"And the second?"}`,
		&run); status != http.StatusAccepted {
		t.Fatalf("switched it is %d", status)
	}
	runtest.Eventually(t, "Claude Code takes over", func() bool { return runtest.OnlyRecord(t, g).To.CLI == "claude" })
	x.Shows("And the second?")
	runtest.ComesTo(t, g, "input")
	all := g.Turns()
	runtest.InOrder(t, runtest.Conversation(g, "claude", all[len(all)-1]), []string{runtest.Prompt, "Understood.",
		"And the second?"})
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/stop", "", &run); status != http.StatusAccepted {
		t.Errorf("stopped it is %d", status)
	}
}

// TestRunOfTheAPIWorksInAWorktree starts a run that has a git worktree of its own.
func TestRunOfTheAPIWorksInAWorktree(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It is there."))...)
	session := runtest.SmallSession(g, "codex")
	runtest.EndsRuns(t, g)
	runtest.Repository(t, g)
	s := runtest.Serve(t, g, "--api")
	var run struct{ ID, Folder string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+
		`","to":"codex","worktree":true,"prompt":"`+runtest.Prompt+`"}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	if trees := runtest.Git(t, g, "worktree", "list"); !strings.Contains(run.Folder, "/stead/worktrees/run-") ||
		!strings.Contains(trees, run.Folder) {
		t.Errorf("it works in %s; the worktrees are\n%s", run.Folder, trees)
	}
	if err := os.WriteFile(filepath.Join(run.Folder, "made.txt"), []byte("it is\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var work struct {
		Items []struct{ Path string }
		Base  string
	}
	if s.Call(http.MethodGet, "/runs/"+run.ID+"/diff", "", &work); len(work.Items) != 1 ||
		work.Items[0].Path != "made.txt" || work.Base == "" {
		t.Errorf("changed is %+v", work)
	}
}
