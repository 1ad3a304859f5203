package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
	"stead/timeline/store"
)

// agent is the session of a sub-agent with some entries.
func agent(id string, numbers ...int) timeline.Stream {
	child := timeline.Stream{Header: timeline.Header{
		ID: id, Version: timeline.Version, Source: timeline.Source{CLI: "claude"},
		Lineage: &timeline.Lineage{Parent: "claude:elsewhere", At: "c0", Kind: timeline.LineageSubagent},
	}}
	var entries []*timeline.Entry
	for _, n := range numbers {
		entries = append(entries, entry(n))
	}
	child.Entries = timeline.Of(entries...)
	return child
}

func attach(t testing.TB, j *store.Journal, children ...timeline.Stream) {
	t.Helper()
	if err := j.Attach(t.Context(), children); err != nil {
		t.Fatal(err)
	}
}

func TestSubAgentsAreAttachedOnce(t *testing.T) {
	j := create(t, history())
	add(t, j, 1)
	attach(t, j, agent("kid", 10, 11))
	add(t, j, 2)
	size := j.Size()
	attach(t, j, agent("kid", 10, 11))
	if j.Size() != size {
		t.Error("what was there is written once more")
	}
	other := agent("other")
	other.Children = []timeline.Stream{agent("grandchild", 20)}
	attach(t, j, agent("kid", 10, 11, 12), other)
	add(t, j, 3)
	ids, children := read(t, j.Path())
	if diff := cmp.Diff([]string{"e0", "e1", "e2", "e3"}, ids); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"kid:e10", "kid:e11", "kid:e12", "grandchild:e20"}, children); diff != "" {
		t.Error(diff)
	}
}

func TestTheViewDoesNotSeeSubAgents(t *testing.T) {
	live := store.New(clock)
	j := announce(t, live, "own")
	add(t, j, 1)
	attach(t, j, agent("kid", 10))
	add(t, j, 2)
	other := store.New(clock)
	f, err := other.Follow("followed", j.Path())
	if err != nil {
		t.Fatal(err)
	}
	attach(t, j, agent("kid", 10, 11))
	add(t, j, 3)
	if _, err := f.Next(func() ([]string, any) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"e1", "e2", "e3"}, names(live.Snapshot(), "own")); diff != "" {
		t.Error("own: " + diff)
	}
	if diff := cmp.Diff([]string{"e0", "e1", "e2", "e3"}, names(other.Snapshot(), "followed")); diff != "" {
		t.Error("followed: " + diff)
	}
}

// TestAJournalThatWasCutInASubAgentGoesOn: a crash may take the line behind a sub-agent, and a part of what it has
// said.
func TestAJournalThatWasCutInASubAgentGoesOn(t *testing.T) {
	j := create(t, history())
	begin := j.Size()
	attach(t, j, agent("kid", 10, 11))
	whole, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	for size := int(begin); size <= len(whole); size++ {
		path := filepath.Join(t.TempDir(), "timeline.jsonl")
		if err := os.WriteFile(path, bytes.Clone(whole[:size]), 0o600); err != nil {
			t.Fatal(err)
		}
		again, _, err := store.Reopen(path)
		if err != nil {
			t.Fatal(err)
		}
		add(t, again, 1)
		attach(t, again, agent("kid", 10, 11))
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		ids, children := read(t, path)
		if diff := cmp.Diff([]string{"e0", "e1"}, ids); diff != "" {
			t.Fatalf("cut after %d bytes: %s", size, diff)
		}
		if diff := cmp.Diff([]string{"kid:e10", "kid:e11"}, children); diff != "" {
			t.Fatalf("cut after %d bytes: %s", size, diff)
		}
	}
}

// TestAViewThatBeginsInASubAgent has a sub-agent that has said more than a view looks back.
func TestAViewThatBeginsInASubAgent(t *testing.T) {
	j := create(t, history())
	long := agent("kid")
	var said []*timeline.Entry
	for n := range 30 {
		e := entry(100 + n)
		e.Output = timeline.NewText(string(bytes.Repeat([]byte("x"), 50_000)))
		said = append(said, e)
	}
	long.Entries = timeline.Of(said...)
	attach(t, j, long)
	add(t, j, 1)
	live := store.New(clock)
	if _, err := live.Follow("followed", j.Path()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"e1"}, names(live.Snapshot(), "followed")); diff != "" {
		t.Error(diff)
	}
}
