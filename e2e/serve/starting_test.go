package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestChainWaitsForItsGateByTheAPI runs a chain of two steps in the real Codex. The second one waits until it is
// approved.
func TestChainWaitsForItsGateByTheAPI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("The plan."), provider.Say("The work."))...)
	runtest.EndsRuns(t, g)
	s := runtest.Serve(t, g, "--api")
	body := `{"folder":` + quoted(g.Work) + `,"recipe":{"steps":[{"name":"plan","cli":"codex","prompt":"Plan it"},` +
		`{"name":"build","cli":"codex","prompt":"Build it","approve":true}]}}`
	var chain struct{ Chain, Status string }
	if status := s.Call(http.MethodPost, "/chains", body, &chain); status != http.StatusAccepted {
		t.Fatalf("begun it is %d %+v", status, chain)
	}
	path := "/chains/" + chain.Chain
	is := func(state string) func() bool {
		return func() bool { s.Call(http.MethodGet, path, "", &chain); return chain.Status == state }
	}
	runtest.Eventually(t, "the chain waits", is("waiting"))
	if status := s.Call(http.MethodPost, path+"/gate", `{"decision":"approve"}`, &chain); status != http.StatusAccepted {
		t.Fatalf("approved it is %d %+v", status, chain)
	}
	runtest.Eventually(t, "the chain is done", is("completed"))
	var problem struct{ Type, Detail string }
	if status := s.Call(http.MethodPost, path+"/gate", `{"decision":"approve"}`,
		&problem); status != http.StatusConflict || problem.Type != "failed" {
		t.Errorf("approved again it is %d %+v", status, problem)
	}
}

// TestContestIsHeldByTheAPI holds a contest of one in the real Codex; one of a CLI that there is not begins nothing.
func TestContestIsHeldByTheAPI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("Done."))...)
	runtest.EndsRuns(t, g)
	runtest.Repository(t, g)
	s := runtest.Serve(t, g, "--api")
	var contest struct {
		Contest, Status string
		Contestants     []struct{ State string }
	}
	var problem struct{ Type, Detail string }
	status := s.Call(http.MethodPost, "/contests", `{"prompt":"Do it","with":["nosuchcli"]}`, &problem)
	if status != http.StatusUnprocessableEntity || problem.Type != "wrong-usage" {
		t.Errorf("of a CLI that there is not it is %d %+v", status, problem)
	}
	if status := s.Call(http.MethodPost, "/contests", `{"prompt":"Do it","with":["codex"],"folder":`+quoted(g.Work)+`}`,
		&contest); status != http.StatusAccepted {
		t.Fatalf("begun it is %d %+v", status, contest)
	}
	runtest.Eventually(t, "the contest is over", func() bool {
		s.Call(http.MethodGet, "/contests/"+contest.Contest, "", &contest)
		return contest.Status == "completed" && len(contest.Contestants) == 1 && contest.Contestants[0].State == "done"
	})
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }
