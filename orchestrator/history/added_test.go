package history

import (
	"fmt"
	"slices"
	"testing"

	"stead/runs"
	"stead/timeline"
)

// TestMirrorHasNoHalfTurn looks at the places up to which a run can be mirrored while it works.
func TestMirrorHasNoHalfTurn(t *testing.T) {
	run := runs.Run{To: runs.Session{CLI: "codex", ID: "s"}}
	run.Again = []runs.Again{{Entry: "13", Session: run.To}}
	kinds := []timeline.EntryType{timeline.User, timeline.Assistant, timeline.ToolCall, timeline.ToolCall,
		timeline.ToolResult, timeline.ToolResult,
		timeline.Assistant, timeline.User, timeline.ToolCall, timeline.User, timeline.Assistant,
		timeline.ToolCall, timeline.User, timeline.Assistant}
	all := []*timeline.Entry{of("", 1, "of the source")}
	for i, kind := range kinds {
		e := of("s", i+1, fmt.Sprint(i+1))
		e.Type, e.CallID, e.Hidden = kind, fmt.Sprint(i-1), i+1 == 13
		all = append(all, e)
	}
	var got []int
	for n := range len(all) {
		whole, settled, err := Count(streamOf(all[:n+1]...), run)
		if err != nil || whole != n {
			t.Fatalf("%d of %d entries are added: %v", whole, n, err)
		}
		got = append(got, settled)
	}
	// The calls are answered two by two; those of turns that were broken off never are, whoever has gone on then.
	if want := []int{0, 0, 2, 2, 2, 2, 6, 7, 7, 7, 7, 11, 11, 13, 14}; !slices.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
}

// TestOnlyAgentsThatTheRunHasStartedAreAdded has a session of which stead wrote the first call.
func TestOnlyAgentsThatTheRunHasStartedAreAdded(t *testing.T) {
	agent := func(id, call string) timeline.Stream {
		return timeline.Stream{Header: timeline.Header{ID: id,
			Lineage: &timeline.Lineage{At: call, Kind: timeline.LineageSubagent}}, Entries: timeline.Of()}
	}
	session := streamOf(say(timeline.ToolCall, "", 2, "before", ""), say(timeline.ToolCall, "", 3, "since", ""))
	session.Children = []timeline.Stream{agent("old", "before"), agent("new", "since")}
	added, err := Agents(session, runs.Run{Lines: 2})
	if err != nil || len(added) != 1 || added[0].Header.ID != "new" {
		t.Errorf("%d were added, error %v", len(added), err)
	}
}
