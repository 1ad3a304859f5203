package failover_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestNothingOfACutAnswerGoesOn breaks off each further answer in the middle of its text, until the CLI has tried often
// enough. The next one gets what was whole, once.
func TestNothingOfACutAnswerGoesOn(t *testing.T) {
	t.Parallel()
	for cli, dialect := range map[string]string{"codex": "responses", "opencode": "chat"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			spoken := func(r provider.Request) bool { return r.Dialect == dialect }
			whole := runtest.Hop(cli, 1)[0]
			whole.When = spoken
			g := harness.New(t, whole, provider.Step{When: spoken, Reply: provider.Refuse(provider.Cut), Always: true})
			g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
			session := g.Place("claude", "text")
			runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", cli, "--failover", "claude", "-p",
				runtest.HopPrompt(1), "--json"), 0)
			runtest.NothingLeft(t, g)
			if left := runtest.Hops(t, runtest.OnlyRecord(t, g)); len(left) != 1 || !strings.HasPrefix(left[0], cli+": ") {
				t.Fatalf("the run went through %q", left)
			}
			turns := g.Turns()
			got := runtest.Conversation(g, "claude", turns[len(turns)-1])
			runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks."})
			if calls, results := runtest.LinesWith(got, " call ", "ran-1"), runtest.LinesWith(got, " result ",
				"ran-1"); calls != 1 || results != 1 {
				t.Errorf("%d calls and %d results in\n%s", calls, results, got)
			}
			if strings.Contains(got, "It brea") {
				t.Errorf("a cut answer is in\n%s", got)
			}
		})
	}
}
