package terminal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// converses starts a run of a CLI on a terminal, whose model gives some answers, and asks for the first of them.
func converses(t *testing.T, cli, question string, answers ...string) (*harness.Environment, *runtest.Terminal) {
	t.Helper()
	var replies []provider.Reply
	for _, answer := range answers {
		replies = append(replies, provider.Say(answer))
	}
	g := harness.New(t, provider.Steps(replies...)...)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
	x.SeesReady(cli)
	asksAndSees(t, g, x, question, answers[0])
	return g, x
}

// asksAndSees submits a prompt and waits for the end of its turn.
func asksAndSees(t *testing.T, g *harness.Environment, x *runtest.Terminal, prompt, answer string) {
	t.Helper()
	x.Submits(prompt)
	x.Sees(answer)
	runtest.ComesTo(t, g, "input")
}

// press is a key, and what must stand on the screen before it is pressed.
type press struct{ sees, keys string }

// escAgain is what Qwen Code says for the second in which it takes another Esc for the second of two (0.24.4).
const escAgain = "Esc again"

// presses presses keys one after the other, each when the screen rests, but for one that has to follow at once.
func presses(x *runtest.Terminal, keys ...press) {
	for _, p := range keys {
		x.Sees(p.sees)
		if p.sees != escAgain {
			x.Rests()
		}
		x.Keys(p.keys)
	}
	x.Rests()
}

// commands submits a command of the CLI's own.
func commands(x *runtest.Terminal, command string) {
	presses(x, press{"", command}, press{command, "\r"})
}

// journalIsStore compares what stands in a run's journal with what its CLI has stored.
func journalIsStore(t *testing.T, g *harness.Environment, run runtest.Record) {
	t.Helper()
	runtest.Eventually(t, "the journal has what the store has", func() bool {
		return cmp.Equal(conversation(t, g, "run:"+run.Run), conversation(t, g, run.To.CLI+":"+run.To.ID))
	})
}

// said is what an entry says to a model.
type said struct {
	Type, Branch            string
	Hidden                  bool
	Content, Input, Output  json.RawMessage
	Origin, Compaction      json.RawMessage
	Attachments, StopReason json.RawMessage
}

// conversation returns what is said in a session, as stead shows it.
func conversation(t *testing.T, g *harness.Environment, reference string) (all []said) {
	t.Helper()
	shown := g.Stead("show", reference, "--json")
	runtest.Exits(t, shown, 0)
	for line := range strings.Lines(shown.Stdout) {
		var e said
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e.Branch == "" && !e.Hidden {
			all = append(all, e)
		}
	}
	return all
}

// isDelivered has a session, or a run, go on in another CLI, and compares how often that is told some texts. It returns
// what is told.
func isDelivered(t *testing.T, g *harness.Environment, from, to string, want map[string]int) (told counted) {
	t.Helper()
	g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
	runtest.Exits(t, g.Stead("run", "--from", from, "--to", to, "-p", runtest.Prompt, "--headless"), 0)
	turns := g.Turns()
	conversation := counted(runtest.Conversation(g, to, turns[len(turns)-1]))
	for text, want := range want {
		if got := conversation.of(text); got != want {
			t.Errorf("from %s to %s, %q is delivered %d times, want %d", from, to, text, got, want)
		}
	}
	return conversation
}

// counted is a text in which others are counted.
type counted string

func (c counted) of(text string) int { return strings.Count(string(c), text) }

// deliversTheSame has a session go on in another CLI and in its own, from the run and from the session itself. Each is
// told what the other is, and some texts as often as is wanted, and the session's own CLI what it tells its model when
// it resumes the session by itself.
func deliversTheSame(t *testing.T, g *harness.Environment, run runtest.Record, want map[string]int) {
	t.Helper()
	of, other := run.To.CLI+":"+run.To.ID, otherThan(run.To.CLI)
	goesOn := func(from, to string) string { return string(isDelivered(t, g, from, to, want)) }
	if diff := cmp.Diff(goesOn(of, other), goesOn("run:"+run.Run, other)); diff != "" {
		t.Errorf("the run delivers something else (-session +run):\n%s", diff)
	}
	own := goesOn("run:"+run.Run, run.To.CLI)
	g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
	g.Resume(harness.Session{CLI: run.To.CLI, ID: run.To.ID, Path: run.To.Path}, runtest.Prompt)
	turns := g.Turns()
	if diff := cmp.Diff(runtest.Conversation(g, run.To.CLI, turns[len(turns)-1]), own); diff != "" {
		t.Errorf("the run delivers something else than its CLI resumes (-resumed +delivered):\n%s", diff)
	}
}

// otherThan is another CLI, of those that start the fastest.
func otherThan(cli string) string {
	if cli == "codex" {
		return "pi"
	}
	return "codex"
}
