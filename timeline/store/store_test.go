package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
	"stead/timeline/store"
)

// names returns the ids of a session's entries and fails when their sequence has a gap.
func names(s store.Snapshot, key string) []string {
	var ids []string
	for row := range s.Entries(nil, key, 0) {
		ids = append(ids, row.ID)
		if row.Sequence != uint64(len(ids)) {
			panic(fmt.Sprintf("entry %s has sequence %d", row.ID, row.Sequence))
		}
	}
	return ids
}

func attach(t testing.TB, live *store.Store, key string) *store.Journal {
	t.Helper()
	j := create(t, history())
	if err := j.Attach(t.Context(), live, key); err != nil {
		t.Fatal(err)
	}
	return j
}

func TestSnapshotDoesNotChange(t *testing.T) {
	live := store.New(clock)
	j := attach(t, live, "run")
	before := live.Snapshot()
	add(t, j, 1, 2)
	if diff := cmp.Diff([]string{"e0"}, names(before, "run")); diff != "" {
		t.Errorf("the snapshot changed: %s", diff)
	}
	if diff := cmp.Diff([]string{"e0", "e1", "e2"}, names(live.Snapshot(), "run")); diff != "" {
		t.Error(diff)
	}
}

func TestSessionsAreKeptApart(t *testing.T) {
	live := store.New(clock)
	first, second := attach(t, live, "run"), attach(t, live, "run2") // one key begins with the other
	add(t, first, 1)
	add(t, second, 2, 3)
	if diff := cmp.Diff([]string{"e0", "e1"}, names(live.Snapshot(), "run")); diff != "" {
		t.Error(diff)
	}
	var keys []string
	for _, session := range live.Snapshot().Sessions(nil) {
		keys = append(keys, fmt.Sprintf("%s %s %d %v", session.Key, session.Header.Source.CLI, session.Entries, session.Updated.Equal(clock())))
	}
	if diff := cmp.Diff([]string{"run claude 2 true", "run2 claude 3 true"}, keys); diff != "" {
		t.Error(diff)
	}
	if err := live.Remove("run"); err != nil {
		t.Fatal(err)
	}
	if _, ok := live.Snapshot().Session(nil, "run"); ok || len(names(live.Snapshot(), "run")) > 0 {
		t.Error("the session was not removed")
	}
	if got := names(live.Snapshot(), "run2"); len(got) != 3 {
		t.Errorf("of the other session %v is left", got)
	}
}

func TestEntriesFromTheMiddle(t *testing.T) {
	live := store.New(clock)
	j := attach(t, live, "run")
	for n := 1; n < 300; n++ {
		add(t, j, n)
	}
	var ids []string
	for row := range live.Snapshot().Entries(nil, "run", 257) {
		if ids = append(ids, row.ID); len(ids) == 2 {
			break
		}
	}
	if diff := cmp.Diff([]string{"e256", "e257"}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestFindByIDAndByCall(t *testing.T) {
	live := store.New(clock)
	j := attach(t, live, "run")
	call := &timeline.Entry{ID: "c1", Type: timeline.ToolCall, Tool: timeline.Bash, Input: json.RawMessage(`{}`)}
	if err := j.Append(call, entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	// The rows of what was appended and of what was loaded must be the same.
	loaded := store.New(clock)
	if err := loaded.Load(t.Context(), "run", j.Path()); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]store.Snapshot{"appended": live.Snapshot(), "loaded": loaded.Snapshot()} {
		var types []timeline.EntryType
		for _, row := range s.Call(nil, "run", "c1") {
			types = append(types, row.Type)
		}
		if diff := cmp.Diff([]timeline.EntryType{timeline.ToolCall, timeline.ToolResult}, types); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		row, ok := s.Entry(nil, "run", "c1")
		if !ok || row.Tool != timeline.Bash {
			t.Errorf("%s: the call is %+v", name, row)
		}
		if _, ok := s.Entry(nil, "run", "c"); ok {
			t.Errorf("%s: found an entry by a part of its id", name)
		}
	}
	for row := range live.Snapshot().Entries(nil, "run", 0) {
		same, _ := loaded.Snapshot().Entry(nil, "run", row.ID)
		if diff := cmp.Diff(row, same); diff != "" {
			t.Errorf("(-appended +loaded)\n%s", diff)
		}
	}
}

func TestWatchWakesForWhatWasSeen(t *testing.T) {
	live := store.New(clock)
	j, other := attach(t, live, "run"), attach(t, live, "other")
	for name, look := range map[string]func(store.WatchSet){
		"entries":  func(w store.WatchSet) { live.Snapshot().Entries(w, "run", 100) },
		"session":  func(w store.WatchSet) { live.Snapshot().Session(w, "run") },
		"sessions": func(w store.WatchSet) { live.Snapshot().Sessions(w) },
		"call":     func(w store.WatchSet) { live.Snapshot().Call(w, "run", "c7") },
		"entry":    func(w store.WatchSet) { live.Snapshot().Entry(w, "run", "e7") },
	} {
		watch := store.NewWatchSet()
		look(watch)
		woken := make(chan bool)
		go func() { woken <- watch.WatchCtx(t.Context()) == nil }()
		add(t, j, 7)
		if !<-woken {
			t.Errorf("%s: the watch did not wake", name)
		}
	}
	watch := store.NewWatchSet()
	live.Snapshot().Entries(watch, "run", 0)
	add(t, other, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := watch.WatchCtx(ended); err == nil {
		t.Error("a watch of one session woke for another")
	}
}

// A reader that waits on the watch must see every entry once, in order, while others write.
func TestFollowersMissNothing(t *testing.T) {
	const entries = 500
	live := store.New(clock)
	j := attach(t, live, "run")
	var followers sync.WaitGroup
	for range 3 {
		followers.Go(func() {
			for next := uint64(1); next <= entries; {
				watch := store.NewWatchSet()
				for row := range live.Snapshot().Entries(watch, "run", next) {
					if row.ID != fmt.Sprintf("e%d", next-1) {
						t.Errorf("entry %d is %s", next, row.ID)
					}
					next++
				}
				if next <= entries && watch.WatchCtx(t.Context()) != nil {
					return
				}
			}
		})
	}
	for n := 1; n < entries; n++ {
		add(t, j, n)
	}
	followers.Wait()
}

func TestLoadReplacesAndRefuses(t *testing.T) {
	live := store.New(clock)
	j := attach(t, live, "run")
	add(t, j, 1)
	for range 2 {
		if err := live.Load(t.Context(), "run", j.Path()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"e0", "e1"}, names(live.Snapshot(), "run")); diff != "" {
		t.Error(diff)
	}
	path := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(path, []byte(strings.Repeat("{}\n", 3)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := live.Load(t.Context(), "x", path); err == nil {
		t.Error("another file was loaded")
	}
	if err := live.Load(t.Context(), "x", path+"none"); err == nil {
		t.Error("a missing file was loaded")
	}
}

func TestForgottenEntriesAreGoneAndTheNumbersGoOn(t *testing.T) {
	live := store.New(clock)
	first, second := attach(t, live, "run"), attach(t, live, "run2")
	add(t, first, 1, 2, 3)
	add(t, second, 4)
	if err := live.Forget("run", 3); err != nil {
		t.Fatal(err)
	}
	add(t, first, 5)
	var sequences []uint64
	for row := range live.Snapshot().Entries(nil, "run", 0) {
		sequences = append(sequences, row.Sequence)
	}
	if diff := cmp.Diff([]uint64{4, 5}, sequences); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"e0", "e4"}, names(live.Snapshot(), "run2")); diff != "" {
		t.Errorf("the other session: %s", diff)
	}
}
