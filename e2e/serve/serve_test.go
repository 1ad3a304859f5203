package serve_test

import (
	"net/http"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRunIsStartedByTheAPI continues a session of Claude Code in the real Codex, and reads in the run's journal what
// that has said.
func TestRunIsStartedByTheAPI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."), provider.Say("And on."))...)
	runtest.EndsRuns(t, g)
	session := runtest.SmallSession(g, "codex")
	s := runtest.Serve(t, g, "--api")
	var problem struct{ Type, Detail string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+`","to":"nosuchcli","prompt":"Go on"}`,
		&problem); status != http.StatusUnprocessableEntity ||
		problem.Type != "wrong-usage" {
		t.Errorf("in a CLI that there is not it is %d %+v", status, problem)
	}
	var run struct{ ID, State, To string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+`","to":"codex","prompt":"--help, please"}`,
		&run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	runtest.Eventually(t, "the run is done", func() bool {
		s.Call(http.MethodGet, "/runs/"+run.ID, "", &run)
		return run.State == "done"
	})
	var page struct {
		Items []struct{ Type, Text string }
	}
	s.Call(http.MethodGet, "/runs/"+run.ID+"/entries?from=-2", "", &page)
	if len(page.Items) != 2 || page.Items[0].Text != "--help, please" || page.Items[1].Text != "It goes on." {
		t.Errorf("the journal ends with %+v", page.Items)
	}
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/resume", `{"prompt":"More"}`,
		&run); status != http.StatusAccepted {
		t.Fatalf("resumed it is %d", status)
	}
	runtest.Eventually(t, "the resumed run is done", func() bool {
		s.Call(http.MethodGet, "/runs/"+run.ID, "", &run)
		return run.State == "done"
	})
	s.Call(http.MethodGet, "/runs/"+run.ID+"/entries?from=-2", "", &page)
	if len(page.Items) != 2 || page.Items[0].Text != "More" || page.Items[1].Text != "And on." {
		t.Errorf("resumed the journal ends with %+v", page.Items)
	}
}

// TestEditedCopyIsPlannedAndStartedByTheAPI plans what an edited copy would deliver to the real Codex, starts it there,
// and compares both sessions.
func TestEditedCopyIsPlannedAndStartedByTheAPI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	runtest.EndsRuns(t, g)
	session := runtest.SmallSession(g, "codex")
	s := runtest.Serve(t, g, "--api")
	var edited struct {
		Reference  string
		Entries    int
		Difference struct{ Changed []struct{ Is int } }
	}
	body := `{"session":"` + session.Ref() + `","edits":[{"op":"rewrite","entries":"1","text":"Use tabs"}]}`
	if status := s.Call(http.MethodPost, "/drafts", body, &edited); status != http.StatusAccepted ||
		len(edited.Difference.Changed) != 1 {
		t.Fatalf("the draft is %d %+v", status, edited)
	}
	var planned struct {
		Plan struct {
			Command   []string
			Delivered struct{ Entries int }
		}
		Fit struct{ Tokens int }
	}
	start := `{"from":"` + edited.Reference + `","to":"codex","prompt":"Go on"}`
	if status := s.Call(http.MethodPost, "/deliveries", start, &planned); status != http.StatusOK ||
		planned.Plan.Delivered.Entries == 0 || planned.Fit.Tokens == 0 ||
		len(planned.Plan.Command) == 0 {
		t.Fatalf("planned it is %d %+v", status, planned)
	}
	var run struct{ ID, State, To string }
	if status := s.Call(http.MethodPost, "/runs", start, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	runtest.Eventually(t, "the run is done", func() bool {
		s.Call(http.MethodGet, "/runs/"+run.ID, "", &run)
		return run.State == "done"
	})
	var compared struct {
		Left, Right struct{ Entries int }
		Turns       []struct {
			Right *struct{ Prompt struct{ Text string } }
		}
	}
	if status := s.Call(http.MethodGet, "/compare?a="+session.Ref()+"&b="+run.To, "",
		&compared); status != http.StatusOK || compared.Left.Entries == 0 {
		t.Fatalf("compared they are %d %+v", status, compared)
	}
	if len(compared.Turns) == 0 || compared.Turns[0].Right == nil || compared.Turns[0].Right.Prompt.Text != "Use tabs" {
		t.Errorf("the copy in Codex begins with %+v", compared.Turns)
	}
}
