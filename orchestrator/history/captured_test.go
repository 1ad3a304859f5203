package history

import (
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/runs"
	"stead/timeline"
)

// of is an entry from a record of a session.
func of(session string, line int, id string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: timeline.User, Native: &timeline.Record{CLI: "codex", Session: session,
		Line: line}}
}

func streamOf(all ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		for _, e := range all {
			if !yield(e, nil) {
				return
			}
		}
	}}
}

func ids(t *testing.T, all Entries) (ids []string) {
	t.Helper()
	for e, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	return ids
}

// TestWhatTheJournalLacksIsFoundToTheEntry has a run killed at each moment: also between two entries of one record.
func TestWhatTheJournalLacksIsFoundToTheEntry(t *testing.T) {
	run := runs.Run{To: runs.Session{CLI: "codex", ID: "s"}, Lines: 2}
	session := []*timeline.Entry{of("", 1, "a"), of("", 2, "b"), of("", 3, "c"), of("", 3, "d"), of("", 4, "e"),
		of("", 6, "f")}
	for captures := range len(session) - 1 {
		journal := []*timeline.Entry{of("other", 9, "from elsewhere")}
		for _, e := range session[2 : 2+captures] {
			journal = append(journal, Belonging(e, run.To))
		}
		seen, err := ReadCaptured(streamOf(journal...), run, adapter.Info{})
		if err != nil {
			t.Fatal(err)
		}
		got := ids(t, seen.Missing(streamOf(session...).Entries))
		if want := []string{"c", "d", "e", "f"}[captures:]; !slices.Equal(got, want) {
			t.Errorf("after %d captured entries: %v, want %v", captures, got, want)
		}
	}
}

// TestPromptThatWasSaidAgainIsToldOnce tells a run's timeline to the CLI that was given its prompt again, and to
// another.
func TestPromptThatWasSaidAgainIsToldOnce(t *testing.T) {
	second := of("codex session", 7, "again")
	second.Hidden = true
	journal := streamOf(of("claude session", 1, "asked"), second, of("codex session", 8, "answered"))
	again := []runs.Again{{Entry: "again", Session: runs.Session{CLI: "codex", ID: "codex session"}, Of: "asked"}}
	for target, want := range map[string][]string{"codex": {"again", "answered"}, "pi": {"asked", "answered"}} {
		var got []string
		for e, err := range retold(journal, again, target).Entries {
			if err != nil {
				t.Fatal(err)
			}
			if !e.Hidden {
				got = append(got, e.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is told %v, want %v", target, got, want)
		}
	}
	if !second.Hidden {
		t.Error("the journal's own entry was changed")
	}
}
