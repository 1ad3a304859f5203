package forks_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"stead/forks"
	"stead/timeline"
)

// conversation is a session of three turns, with two calls at once in the second and a branch that was abandoned.
func conversation() timeline.Stream {
	entry := func(id string, kind timeline.EntryType, second string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: kind, Timestamp: "2026-11-20T10:00:" + second + "Z",
			Content: timeline.NewText(id)}
	}
	result := func(id, call, second string) *timeline.Entry {
		e := entry(id, timeline.ToolResult, second)
		e.CallID = call
		return e
	}
	hidden := func(id, second string) *timeline.Entry {
		e := entry(id, timeline.System, second)
		e.Hidden = true
		return e
	}
	left := entry("left", timeline.Assistant, "03")
	left.Branch = "b"
	entries := []*timeline.Entry{
		hidden("head", "00"), entry("ask-1", timeline.User, "01"), left, entry("say-1", timeline.Assistant, "04"),
		hidden("ended-1", "05"), hidden("begun-2", "20"),
		entry("ask-2", timeline.User, "21"), entry("call-a", timeline.ToolCall, "22"),
		entry("call-b", timeline.ToolCall, "22"),
		result("result-b", "call-b", "23"), hidden("note", "23"), result("result-a", "call-a", "24"),
		entry("say-2", timeline.Assistant, "25"),
		entry("ask-3", timeline.User, "40"), entry("say-3", timeline.Assistant, "41"), hidden("end", "42"),
	}
	for i, e := range entries {
		e.Native = &timeline.Record{CLI: "claude", Line: i + 1, Raw: []byte("{}")}
	}
	header := timeline.Header{Branches: []timeline.Branch{{ID: "b", Entries: 1}},
		Metadata: timeline.Metadata{LastModified: "2026-11-20T10:00:42Z"}}
	child := func(call string) timeline.Stream {
		return timeline.Stream{Header: timeline.Header{ID: call, Lineage: &timeline.Lineage{At: call}},
			Entries: timeline.Of()}
	}
	return timeline.Stream{Header: header, Entries: timeline.Of(entries...),
		Children: []timeline.Stream{child("call-a"), child("call-b")}}
}

// told lists the ids of a stream's entries; those without their records have a mark.
func told(t *testing.T, s timeline.Stream) string {
	t.Helper()
	var ids []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		id := e.ID
		if e.Native == nil {
			id += "*"
		}
		ids = append(ids, id)
	}
	return strings.Join(ids, " ")
}

func TestCutKeepsWhatIsBeforeThePointAndLeavesNothingOpen(t *testing.T) {
	const turn1, upTo2 = "head ask-1 left say-1 ended-1", "head ask-1 left say-1 ended-1 begun-2 ask-2*"
	const turn2 = turn1 + " begun-2 ask-2 call-a call-b result-b note result-a say-2"
	const all = turn2 + " ask-3 say-3 end"
	for point, want := range map[string]struct {
		told     string
		cut      forks.Cut
		children string
	}{
		"":       {all, forks.Cut{At: "say-3", Turn: 3, Turns: 3, Entries: 10}, "call-a call-b"},
		"turn:3": {all, forks.Cut{At: "say-3", Turn: 3, Turns: 3, Entries: 10}, "call-a call-b"},
		"say-3":  {all, forks.Cut{At: "say-3", Turn: 3, Turns: 3, Entries: 10}, "call-a call-b"},
		"turn:1": {turn1, forks.Cut{At: "say-1", Turn: 1, Turns: 3, Entries: 2, Gone: 8}, ""},
		"-2":     {turn1, forks.Cut{At: "say-1", Turn: 1, Turns: 3, Entries: 2, Gone: 8}, ""},
		"turn:2": {turn2, forks.Cut{At: "say-2", Turn: 2, Turns: 3, Entries: 8, Gone: 2}, "call-a call-b"},
		"ask-2":  {upTo2, forks.Cut{At: "ask-2", Turn: 2, Turns: 3, Entries: 3, Gone: 7}, ""},
		"call-b": {upTo2, forks.Cut{At: "ask-2", Turn: 2, Turns: 3, Entries: 3, Gone: 7, Open: 2}, ""},
		"result-b": {turn1 + " begun-2 ask-2 call-b* result-b*",
			forks.Cut{At: "result-b", Turn: 2, Turns: 3, Entries: 5, Gone: 5, Open: 1}, "call-b"},
		"result-a": {strings.TrimSuffix(turn2, " say-2"), forks.Cut{At: "result-a", Turn: 2, Turns: 3, Entries: 7, Gone: 3},
			"call-a call-b"},
	} {
		p, err := forks.ParsePoint(point)
		if err != nil {
			t.Fatal(err)
		}
		s, cut, err := forks.At(t.Context(), conversation(), p)
		if err != nil || cut != want.cut {
			t.Errorf("%q is cut so: %+v, %v, want %+v", point, cut, err, want.cut)
		}
		for range 2 {
			if got := told(t, s); got != want.told {
				t.Errorf("%q leaves\n%s, want\n%s", point, got, want.told)
			}
		}
		var children []string
		for _, child := range s.Children {
			children = append(children, child.Header.ID)
		}
		if got := strings.Join(children, " "); got != want.children {
			t.Errorf("%q leaves the sub-agents of %q, want %q", point, got, want.children)
		}
	}
}

func TestHeaderSpeaksOfThePartThatStays(t *testing.T) {
	s, _, err := forks.At(t.Context(), conversation(), forks.Point{Entry: "ask-2"})
	if err != nil || s.Header.Metadata.LastModified != "2026-11-20T10:00:21Z" || len(s.Header.Branches) != 1 {
		t.Errorf("%+v, %v", s.Header, err)
	}
	s, _, err = forks.At(t.Context(), conversation(), forks.Point{Entry: "ask-1"})
	if err != nil || len(s.Header.Branches) != 0 || told(t, s) != "head ask-1*" {
		t.Errorf("%+v, %v", s.Header, err)
	}
}

// A record that gave several entries is whole on neither side of a cut between them.
func TestRecordThatLiesOnBothSidesIsNotKept(t *testing.T) {
	s := conversation()
	entries := slices.Collect(func(yield func(*timeline.Entry) bool) {
		for e := range s.Entries {
			if !yield(e) {
				return
			}
		}
	})
	for _, e := range entries {
		if e.ID == "call-a" || e.ID == "call-b" || e.ID == "result-a" || e.ID == "result-b" {
			e.Native = &timeline.Record{CLI: "opencode", Line: 70}
		}
	}
	s.Entries = timeline.Of(entries...)
	part, cut, err := forks.At(t.Context(), s, forks.Point{Entry: "result-b"})
	if want := "head ask-1 left say-1 ended-1 begun-2 ask-2 call-b* result-b*"; err != nil || told(t, part) != want ||
		cut.Open != 1 {
		t.Errorf("left is %s (%+v, %v)", told(t, part), cut, err)
	}
}

func TestPointThatIsNotThereIsExplained(t *testing.T) {
	for point, want := range map[string]string{
		"call-": "2 entries have an id that begins with call-: give more of it (call-a, call-b)",
		"note":  "not part of the conversation", "left": "on an abandoned branch",
		"ask-9": "did you mean ask-1, or ask-2, or ask-3?",
		"zzz":   "no entry has an id that begins with zzz", "turn:4": "the session has 3 turns",
		"-3": "use turn:1 to turn:3, or -1 to -2",
	} {
		p, err := forks.ParsePoint(point)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := forks.At(t.Context(), conversation(), p); !errors.Is(err, forks.ErrPoint) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", point, err, want)
		}
	}
	if _, _, err := forks.At(t.Context(), timeline.Stream{Entries: timeline.Of()}, forks.Point{}); !errors.Is(err,
		forks.ErrPoint) {
		t.Errorf("a session without a conversation: %v", err)
	}
}
