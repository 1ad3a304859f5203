package live_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// asked returns what stead says a run asks, once its CLI has drawn the dialog.
func asked(t *testing.T, g *harness.Environment) (q struct {
	ID, About, Command, Change string
	Options                    []signals.Option
}) {
	t.Helper()
	runtest.Eventually(t, "the question can be answered", func() bool {
		result := g.Stead("answer", "latest", "--json")
		return result.Code == 0 && json.Unmarshal([]byte(result.Stdout), &q) == nil && len(q.Options) > 0
	})
	return q
}

// journalHas reports whether a line of the run's journal holds a text.
func journalHas(t *testing.T, g *harness.Environment, text string) bool {
	t.Helper()
	return strings.Contains(runtest.OnlyRecord(t, g).RawJournal(t), text)
}

// allows gives the permission. A key that comes before the question is drawn is lost on some CLIs, and is pressed
// again.
func allows(t *testing.T, g *harness.Environment, x *runtest.Terminal, keys string) {
	t.Helper()
	var again time.Time
	runtest.Eventually(t, "the permission is taken", func() bool {
		if time.Now().After(again) {
			x.Keys(keys)
			again = time.Now().Add(5 * time.Second)
		}
		return runtest.OnlyRecord(t, g).State != signals.Permission
	})
}

// TestPermissionsAreAsked has two calls asked about: the first is allowed from outside, and what is asked next is the
// second, which is allowed on the terminal. Then the CLI works on, and ends its turn.
func TestPermissionsAreAsked(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		how := harness.Of(cli).Permission
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			second := how.Call
			second.Arguments = strings.ReplaceAll(second.Arguments, "made.txt", "other.txt")
			hold := provider.NewHold()
			g := harness.New(t,
				provider.Step{Reply: provider.Reply{Calls: []provider.ToolCall{how.Call, second}}},
				provider.Step{Reply: provider.Reply{Text: "It is made.", Hold: hold}, Always: true})
			session := runtest.SmallSession(g, cli)
			runtest.AsksFirst(t, g, cli)
			runtest.EndsRuns(t, g)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", runtest.Prompt)
			runtest.ComesTo(t, g, string(signals.Permission))

			first := asked(t, g)
			if result := g.Stead("answer", "latest", "perhaps"); result.Code != 2 ||
				!strings.Contains(result.Stderr, "allow (") {
				t.Errorf("a wrong answer gives %d: %s", result.Code, result.Stderr)
			}
			runtest.Exits(t, g.Stead("answer", "latest", "allow", "--question", first.ID), 0)
			if result := g.Stead("answer", "latest", "deny", "--question", first.ID); result.Code == 0 ||
				!strings.Contains(result.Stderr, "by stead answer") {
				t.Errorf("a second answer gives %d: %s", result.Code, result.Stderr)
			}
			runtest.Eventually(t, "the second call is asked about", func() bool {
				r := runtest.OnlyRecord(t, g)
				return r.State == signals.Permission && r.Question.ID != "" && r.Question.ID != first.ID
			})
			next := asked(t, g)
			if next.ID == first.ID {
				t.Fatalf("the same question is asked again: %+v", next)
			}
			// Codex runs calls at the same time, in any order.
			abouts := []string{first.About, next.About}
			slices.Sort(abouts)
			if want := []string{how.About, strings.ReplaceAll(how.About, "made.txt", "other.txt")}; !slices.Equal(abouts, want) {
				t.Errorf("it asks for %q, want %q", abouts, want)
			}
			allows(t, g, x, how.Allows)
			runtest.Reached(t, g, hold)
			runtest.ComesTo(t, g, string(signals.Working))
			for _, name := range []string{"made.txt", "other.txt"} {
				runtest.Eventually(t, name+" is made", func() bool {
					_,
						err := os.Stat(filepath.Join(g.Work, name))
					return err == nil
				})
			}
			if !journalHas(t, g, "by stead answer") {
				t.Error("the journal does not tell who has answered")
			}
			hold.Release()
			runtest.ComesTo(t, g, string(signals.Input))
			if result := g.Stead("answer", "latest"); result.Code != 3 {
				t.Errorf("without a question the code is %d: %s", result.Code, result.Stderr)
			}
			runtest.Leaves(t, g, x, cli)
			if got := runtest.OnlyRecord(t, g).StateLine(); got != string(signals.Done) {
				t.Errorf("the state at the end is %s", got)
			}
		})
	}
}
