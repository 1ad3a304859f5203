package history

import (
	"testing"

	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// brokenOff is the journal of a run into codex, with what its CLI has added.
func brokenOff(added ...*timeline.Entry) timeline.Stream {
	all := []*timeline.Entry{
		{ID: "u0", Type: timeline.User, Content: timeline.NewText("Begin.")},
		{ID: "a0", Type: timeline.Assistant, Content: timeline.NewText("It begins.")},
	}
	for _, e := range added {
		e.Native = &timeline.Record{CLI: "codex", Session: "b"}
		all = append(all, e)
	}
	return timeline.Stream{Entries: timeline.Of(all...)}
}

func TestRunThatWasBrokenOffStandsWhereItsCLIWas(t *testing.T) {
	prompt := func() *timeline.Entry {
		return &timeline.Entry{ID: "u1", Type: timeline.User, Content: timeline.NewText("Work.")}
	}
	again := func() *timeline.Entry {
		return &timeline.Entry{ID: "u2", Type: timeline.User, Hidden: true, Content: timeline.NewText("Go on.")}
	}
	said := func() *timeline.Entry {
		return &timeline.Entry{ID: "a1", Type: timeline.Assistant, Content: timeline.NewText("Done.\n")}
	}
	call := func() *timeline.Entry { return &timeline.Entry{ID: "c1", Type: timeline.ToolCall} }
	result := func() *timeline.Entry { return &timeline.Entry{ID: "r1", Type: timeline.ToolResult, CallID: "c1"} }
	told := runs.Again{Entry: "u2", Session: runs.Session{CLI: "codex", ID: "b"}}
	for _, c := range []struct {
		name            string
		added           []*timeline.Entry
		asked           *runs.Asked
		turn            readers.Turn
		reached, isOver bool
	}{
		{name: "nothing arrived"},
		{name: "records of the harness only", added: []*timeline.Entry{{ID: "h", Type: timeline.User, Hidden: true}}},
		{name: "no answer yet", added: []*timeline.Entry{prompt()}, turn: readers.TurnStarted, reached: true},
		{name: "in a call", added: []*timeline.Entry{prompt(), said(), call()}, reached: true},
		{name: "after a result", added: []*timeline.Entry{prompt(), call(), result()}, reached: true},
		{name: "words beside an open call", added: []*timeline.Entry{prompt(), call(), said()}, reached: true},
		{name: "words of which the CLI says that they are not the end", added: []*timeline.Entry{prompt(), said()},
			turn: readers.TurnStarted, reached: true},
		{name: "a failure", added: []*timeline.Entry{prompt(), said()}, turn: readers.TurnFailed, reached: true},
		{name: "an answer", added: []*timeline.Entry{prompt(), call(), result(), said()}, reached: true, isOver: true},
		{name: "an answer of which the CLI says so", added: []*timeline.Entry{prompt(), said()},
			turn: readers.TurnCompleted, reached: true, isOver: true},
		{name: "a later prompt that did not arrive", added: []*timeline.Entry{prompt(), said()},
			asked: &runs.Asked{Prompt: "More.", After: 2}},
		{name: "a word to go on that arrived", added: []*timeline.Entry{prompt(), call(), again()},
			asked: &runs.Asked{Prompt: "Go on.", After: 2, Own: true}, reached: true},
		{
			name: "a word to go on with its answer", added: []*timeline.Entry{prompt(), call(), again(), said()},
			asked: &runs.Asked{Prompt: "Go on.", After: 2, Own: true}, reached: true, isOver: true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := runs.Run{To: runs.Session{CLI: "codex", ID: "b"}, Asked: c.asked, Again: []runs.Again{told}}
			got, err := ReadProgress(brokenOff(c.added...), run, c.turn)
			if err != nil || got.Asked != c.reached || got.Answered != c.isOver || got.Added != len(c.added) {
				t.Errorf("asked %v, answered %v, %d added, %v; want %v, %v, %d", got.Asked, got.Answered, got.Added, err,
					c.reached, c.isOver, len(c.added))
			}
			if got.Answered && got.final != "Done." {
				t.Errorf("the answer is %q", got.final)
			}
		})
	}
}
