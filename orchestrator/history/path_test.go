package history

import (
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/runs"
	"stead/timeline"
)

// say is a prompt or an answer of a record on a branch.
func say(kind timeline.EntryType, session string, line int, text, branch string) *timeline.Entry {
	return &timeline.Entry{
		ID: text, Type: kind, Content: timeline.NewText(text), Branch: branch,
		Native: &timeline.Record{CLI: "claude", Session: session, Line: line},
	}
}

// arranged are the journal's entries with their branches, as a session has them.
func arranged(t *testing.T, run runs.Run, info adapter.Info, journal, session []*timeline.Entry) (all []string) {
	t.Helper()
	path, err := ReadPath(streamOf(journal...), streamOf(session...), run, info)
	if err != nil {
		t.Fatal(err)
	}
	branchOf := path.Branches()
	for _, e := range journal {
		all = append(all, e.ID+":"+branchOf(e))
	}
	return all
}

const user, model = timeline.User, timeline.Assistant

func TestWhatWasLeftInTheSessionIsLeftInTheJournal(t *testing.T) {
	run := runs.Run{To: runs.Session{CLI: "claude", ID: "s"}}
	journal := []*timeline.Entry{say(user, "s", 1, "a", ""), say(model, "s", 2, "b", "x"), say(user, "s", 3, "c", ""),
		say(model, "s", 9, "told otherwise", "")}
	session := []*timeline.Entry{say(user, "", 1, "a", ""), say(model, "", 2, "b", ""),
		say(user, "", 3, "c", "branch-1"), say(user, "", 4, "d", "")}
	got := arranged(t, run, adapter.Info{}, journal, session)
	if want := []string{"a:", "b:", "c:branch-1", "told otherwise:"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWhatWasDeliveredIsLeftInTheJournal has the user go back to before the beginning of the run: what stead wrote
// stands for the entries of the session that the run continues, of which the first turn stayed behind.
func TestWhatWasDeliveredIsLeftInTheJournal(t *testing.T) {
	run := runs.Run{From: runs.Session{CLI: "pi", ID: "f"}, To: runs.Session{CLI: "claude", ID: "s"}, Lines: 4}
	journal := []*timeline.Entry{
		say(user, "", 1, "first", ""), say(model, "", 2, "one", ""), say(user, "", 3, "old try", "their-1"),
		say(user, "", 4, "second", ""), say(model, "", 5, "two", ""), say(user, "", 6, "third", ""),
		say(model, "", 7, "three", ""),
		say(user, "s", 5, "fourth", ""), say(user, "s", 6, "fifth", ""),
	}
	session := []*timeline.Entry{
		say(user, "", 1, "second", ""), say(model, "", 2, "two", ""), say(user, "", 3, "third", "branch-1"),
		say(model, "", 4, "three", "branch-1"),
		say(user, "", 5, "fourth", "branch-1"), say(user, "", 6, "fifth", ""),
	}
	const left = "claude:s/branch-1"
	want := []string{"first:", "one:", "old try:their-1", "second:", "two:", "third:" + left, "three:" + left,
		"fourth:" + left, "fifth:"}
	got := arranged(t, run, adapter.Info{}, journal, session)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, e := range session {
		e.Branch = ""
	}
	journal[5].Branch, journal[6].Branch = left, left
	if got = arranged(t, run, adapter.Info{}, journal, session); got[5] != "third:" || got[6] != "three:" {
		t.Errorf("the user has come back, and %v", got)
	}
}

// TestWhatWasDeletedIsABranch: a CLI that forgets has other records in the places of those that it deleted.
func TestWhatWasDeletedIsABranch(t *testing.T) {
	run, forgets := runs.Run{To: runs.Session{CLI: "opencode", ID: "s"}}, adapter.Info{Forgets: true}
	journal := []*timeline.Entry{say(user, "s", 1, "a", ""), say(user, "s", 2, "b", "revert"),
		say(model, "s", 3, "c", "revert"), say(user, "s", 4, "d", "")}
	session := []*timeline.Entry{say(user, "", 1, "a", ""), say(user, "", 2, "d", "")}
	got := arranged(t, run, forgets, journal, session)
	if want := []string{"a:", "b:deleted-b", "c:deleted-b", "d:"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	journal[1].Branch, journal[2].Branch = "deleted-b", "deleted-b"
	got = arranged(t, run, forgets, journal, session[:1])
	if want := []string{"a:", "b:deleted-b", "c:deleted-b", "d:deleted-b"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	seen, err := ReadCaptured(streamOf(journal...), run, forgets)
	if err != nil {
		t.Fatal(err)
	}
	if missing := ids(t, seen.Missing(streamOf(session...).Entries)); len(missing) > 0 {
		t.Errorf("%v is in the journal, by another place", missing)
	}
}
