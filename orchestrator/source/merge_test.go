package source

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
)

// side is one of two sessions that count their calls alike.
func side(cli, prompt string) timeline.Stream {
	native := &timeline.Record{CLI: cli, Line: 1, Raw: []byte("{}")}
	return timeline.Stream{
		Header: timeline.Header{Source: timeline.Source{CLI: cli}},
		Entries: timeline.Of(
			&timeline.Entry{ID: "u", Type: timeline.User, Content: timeline.NewText(prompt), Native: native},
			&timeline.Entry{ID: "call_1", Type: timeline.ToolCall, Tool: timeline.Bash,
				Input: json.RawMessage(`{"command":"go test ./..."}`), ParentID: "u", Native: native},
			&timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "call_1", Output: timeline.NewText("failed"),
				Native: native},
			&timeline.Entry{ID: "a", Type: timeline.Assistant, Content: timeline.NewText("It fails."),
				Thinking: timeline.NewText("Hm."), Native: native},
		),
	}
}

func TestMergedTurnsGetIDsOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		cli, thinking string
		leftOut       int
	}{{"claude", "Hm.", 0}, {"codex", "", 1}} {
		fork := branchOff{runs.Session{CLI: c.cli, ID: "f"}, side(c.cli, "fork")}
		added, err := outline(t.Context(), fork.added)
		if err != nil {
			t.Fatal(err)
		}
		from, err := Source{Stream: side("claude", "origin")}.join(t.Context(), fork, added, MergeFull)
		if err != nil || len(from.LeftOut) != c.leftOut {
			t.Fatalf("left out is %v, %v", from.LeftOut, err)
		}
		for range 2 { // it can be ranged over again
			if problems, err := timeline.Validate(timeline.Stream{
				Header:  timeline.Header{ID: "x", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}},
				Entries: from.Stream.Entries}); err != nil || len(problems) > 0 {
				t.Errorf("%s: %v, %v", c.cli, problems, err)
			}
		}
		var all []string
		for e := range from.Stream.Entries {
			all = append(all, strings.Join([]string{e.ID, e.CallID, e.ParentID, e.Thinking.String()}, "|"))
			if isNew := strings.HasSuffix(e.ID, "~"); isNew != (e.Native == nil) {
				t.Errorf("%s: entry %s has the record %v", c.cli, e.ID, e.Native)
			}
		}
		want := []string{"u|||", "call_1||u|", "r|call_1||", "a|||Hm.", "u~|||", "call_1~||u~|", "r~|call_1~||",
			"a~|||" + c.thinking}
		if diff := cmp.Diff(want, all); diff != "" {
			t.Errorf("%s: %s", c.cli, diff)
		}
	}
}

func TestSummaryOfAForkSaysWhatWasDone(t *testing.T) {
	fork := branchOff{runs.Session{CLI: "codex", ID: "f"}, side("codex", "Run the tests.")}
	edit := &timeline.Entry{ID: "e", Type: timeline.ToolCall, Tool: timeline.Edit,
		Input: json.RawMessage(`{"patch":"*** Begin Patch\n*** Update File: a.go\n@@\n"}`)}
	fork.added.Entries = history.Then(fork.added.Entries, timeline.Of(edit, edit))
	added, err := outline(t.Context(), fork.added)
	if err != nil {
		t.Fatal(err)
	}
	e := added.summary(fork, time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))
	const want = `In a fork of this session, codex:f, the following was done (turns: 1).

Turn 1
Asked: Run the tests.
Answered: It fails.

Files changed:
- a.go

Commands run:
- go test ./...

Calls that failed: 1
`
	if diff := cmp.Diff(want, e.Content.String()); diff != "" || !e.StartsTurn() {
		t.Error(diff)
	}
}
