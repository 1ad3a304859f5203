package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/readers/universal"
	"stead/timeline"
	"stead/timeline/store"
)

// leave moves the entries of the given ids to a branch, and all others to the conversation.
func leave(t testing.TB, j *store.Journal, branch string, ids ...string) (changed bool) {
	t.Helper()
	changed, err := j.Arrange(t.Context(), func(e *timeline.Entry) string {
		if slices.Contains(ids, e.ID) {
			return branch
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// branched returns the ids in a journal with their branches, and the branches of its header, as every reader sees them.
func branched(t testing.TB, path string) (ids []string, branches []timeline.Branch) {
	t.Helper()
	s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID+":"+e.Branch)
	}
	reader, err := store.New(clock).Reader("run", path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var read []string
	err = reader.Rest(t.Context(), func(l store.Line) error {
		e, err := l.Entry()
		read = append(read, e.ID+":"+e.Branch)
		return err
	})
	if diff := cmp.Diff(ids, read); diff != "" || err != nil {
		t.Errorf("%v: the reader of journals differs (-session +reader):\n%s", err, diff)
	}
	return ids, s.Header.Branches
}

func TestWhatWasLeftIsABranchFromThenOn(t *testing.T) {
	j := create(t, history())
	add(t, j, 1, 2, 3)
	if leave(t, j, "b") {
		t.Error("nothing was left, and a line came of it")
	}
	if !leave(t, j, "b", "e2", "e3") {
		t.Error("two entries were left, and nothing came of it")
	}
	add(t, j, 4)
	ids, branches := branched(t, j.Path())
	if diff := cmp.Diff([]string{"e0:", "e1:", "e2:b", "e3:b", "e4:"}, ids); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]timeline.Branch{{ID: "b", ParentID: "e1", Entries: 2}}, branches); diff != "" {
		t.Error(diff)
	}
	leave(t, j, "c", "e4")
	add(t, j, 5)
	ids, branches = branched(t, j.Path())
	if diff := cmp.Diff([]string{"e0:", "e1:", "e2:", "e3:", "e4:c", "e5:"}, ids); diff != "" {
		t.Errorf("the user came back to what he had left:\n%s", diff)
	}
	if diff := cmp.Diff([]timeline.Branch{{ID: "c", ParentID: "e3", Entries: 1}}, branches); diff != "" {
		t.Error(diff)
	}
}

func TestChildrenOfAJournalKeepTheirBranches(t *testing.T) {
	withChild := history()
	child := history()
	child.Header.ID = "kid"
	withChild.Children = []timeline.Stream{child}
	j := create(t, withChild)
	add(t, j, 1, 2)
	leave(t, j, "b", "e0", "e2")
	ids, _ := branched(t, j.Path())
	if diff := cmp.Diff([]string{"e0:b", "e1:", "e2:b"}, ids); diff != "" {
		t.Error(diff)
	}
	s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: j.Path()})
	if err != nil {
		t.Fatal(err)
	}
	for e := range s.Children[0].Entries {
		if e.Branch != "" {
			t.Errorf("the child's entry is on branch %s", e.Branch)
		}
	}
}

// TestAJournalThatWasCutIsArrangedAsItWas: a crash may take the line that says what was left, wholly or in part, and
// nothing else.
func TestAJournalThatWasCutIsArrangedAsItWas(t *testing.T) {
	j := create(t, history())
	add(t, j, 1)
	leave(t, j, "b", "e1")
	add(t, j, 2)
	before := j.Size()
	leave(t, j, "c", "e2")
	whole, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	for size := int(before); size < len(whole); size++ {
		path := filepath.Join(t.TempDir(), "timeline.jsonl")
		if err := os.WriteFile(path, bytes.Clone(whole[:size]), 0o600); err != nil {
			t.Fatal(err)
		}
		again, _, err := store.Reopen(path)
		if err != nil {
			t.Fatal(err)
		}
		ids, _ := branched(t, path)
		if diff := cmp.Diff([]string{"e0:", "e1:b", "e2:"}, ids); diff != "" {
			t.Fatalf("cut to %d of %d bytes:\n%s", size, len(whole), diff)
		}
		leave(t, again, "c", "e2")
		if ids, _ = branched(t, path); ids[2] != "e2:c" || ids[1] != "e1:" {
			t.Fatalf("arranged again it says %v", ids)
		}
		again.Close()
	}
}

// TestTheViewFollowsWhatWasLeft holds a view of the process that writes the journal, one that follows it, and one that
// begins later to the same.
func TestTheViewFollowsWhatWasLeft(t *testing.T) {
	live, following := store.New(clock), store.New(clock)
	j := announce(t, live, "run")
	call := &timeline.Entry{ID: "call", Type: timeline.ToolCall, Tool: timeline.Bash}
	if err := j.Append(entry(1), entry(2), call); err != nil {
		t.Fatal(err)
	}
	follower, err := following.Follow("run", j.Path())
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, s *store.Store, want ...string) {
		t.Helper()
		var got []string
		for row := range s.Snapshot().Entries(nil, "run", 0) {
			if row.ID != "e0" {
				got = append(got, row.ID+":"+row.Branch)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", what, diff)
		}
	}
	next := func() {
		t.Helper()
		if _, err := follower.Next(func() ([]string, any) { return nil, nil }); err != nil {
			t.Fatal(err)
		}
	}
	leave(t, j, "b", "e2", "call")
	next()
	for what, s := range map[string]*store.Store{"the writer's": live, "the follower's": following} {
		check(what, s, "e1:", "e2:b", "call:b")
		if open := s.Snapshot().OpenCalls(nil, "run"); len(open) > 0 {
			t.Errorf("%s: the call that was left still waits", what)
		}
	}
	later := store.New(clock)
	if _, err := later.Follow("run", j.Path()); err != nil {
		t.Fatal(err)
	}
	check("one that begins later", later, "e1:", "e2:b", "call:b")
	leave(t, j, "b", "e1")
	next()
	check("the writer's, back again", live, "e1:b", "e2:", "call:")
	check("the follower's, back again", following, "e1:b", "e2:", "call:")
}
