package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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

func announce(t testing.TB, live *store.Store, key string) *store.Journal {
	t.Helper()
	j := create(t, history())
	if err := j.Announce(live, key, history().Header); err != nil {
		t.Fatal(err)
	}
	return j
}

func TestSnapshotDoesNotChange(t *testing.T) {
	live := store.New(clock)
	j := announce(t, live, "run")
	before := live.Snapshot()
	add(t, j, 1, 2)
	if diff := cmp.Diff([]string(nil), names(before, "run")); diff != "" {
		t.Errorf("the snapshot changed: %s", diff)
	}
	if diff := cmp.Diff([]string{"e1", "e2"}, names(live.Snapshot(), "run")); diff != "" {
		t.Error(diff)
	}
}

func TestSessionsAreKeptApart(t *testing.T) {
	live := store.New(clock)
	first, second := announce(t, live, "run"), announce(t, live, "run2") // one key begins with the other
	add(t, first, 1)
	add(t, second, 2, 3)
	if diff := cmp.Diff([]string{"e1"}, names(live.Snapshot(), "run")); diff != "" {
		t.Error(diff)
	}
	var keys []string
	for _, session := range live.Snapshot().Sessions(nil) {
		keys = append(keys, fmt.Sprintf("%s %s %d %v", session.Key, session.Header.Source.CLI, session.Entries,
			session.Updated.Equal(clock())))
	}
	if diff := cmp.Diff([]string{"run claude 1 true", "run2 claude 2 true"}, keys); diff != "" {
		t.Error(diff)
	}
	if err := live.Remove("run"); err != nil {
		t.Fatal(err)
	}
	if _, ok := live.Snapshot().Session(nil, "run"); ok || len(names(live.Snapshot(), "run")) > 0 {
		t.Error("the session was not removed")
	}
	if got := names(live.Snapshot(), "run2"); len(got) != 2 {
		t.Errorf("of the other session %v is left", got)
	}
}

func TestEntriesFromTheMiddle(t *testing.T) {
	live := store.New(clock)
	j := announce(t, live, "run")
	for n := 1; n < 300; n++ {
		add(t, j, n)
	}
	var ids []string
	for row := range live.Snapshot().Entries(nil, "run", 257) {
		if ids = append(ids, row.ID); len(ids) == 2 {
			break
		}
	}
	if diff := cmp.Diff([]string{"e257", "e258"}, ids); diff != "" {
		t.Error(diff)
	}
}

// TestFollowerSeesWhatTheJournalShows compares the view of who writes a journal with that of who follows it.
func TestFollowerSeesWhatTheJournalShows(t *testing.T) {
	live, other := store.New(clock), store.New(clock)
	past := history()
	past.Entries = timeline.Of()
	j := create(t, past)
	if err := j.Announce(live, "run", past.Header); err != nil {
		t.Fatal(err)
	}
	follower, err := other.Follow("run", j.Path())
	if err != nil {
		t.Fatal(err)
	}
	native := &timeline.Record{CLI: "codex", Session: "b"}
	for _, e := range []*timeline.Entry{
		{ID: "p1", Type: timeline.User, Native: native},
		{ID: "c1", Type: timeline.ToolCall, Tool: timeline.Bash, Input: json.RawMessage(`{}`)},
		{ID: "c2", Type: timeline.ToolCall, Tool: timeline.Read, Input: json.RawMessage(`{}`)},
		{ID: "r1", Type: timeline.ToolResult, CallID: "c1", Success: true},
		{ID: "hook", Type: timeline.User, Origin: &timeline.Origin{Kind: timeline.Hook}}, // no turn begins with it
	} {
		if err := j.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	added, err := follower.Next(func() ([]string, any) { return []string{"codex:b"}, "record" })
	if err != nil || added != 5 {
		t.Fatalf("%d were added, %v", added, err)
	}
	var want []*store.Entry
	for row := range live.Snapshot().Entries(nil, "run", 0) {
		want = append(want, row)
	}
	var got []*store.Entry
	for row := range other.Snapshot().Entries(nil, "run", 0) {
		got = append(got, row)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(store.Entry{})); diff != "" {
		t.Errorf("(-written +followed)\n%s", diff)
	}
	for name, s := range map[string]store.Snapshot{"written": live.Snapshot(), "followed": other.Snapshot()} {
		if open := s.OpenCalls(nil, "run"); len(open) != 1 || open[0].ID != "c2" || open[0].Tool != timeline.Read {
			t.Errorf("%s: open are %v", name, open)
		}
	}
	session, ok := other.Snapshot().Named(nil, "codex:b")
	if !ok || session.Key != "run" || session.Record != "record" || session.Header.ID != "s" {
		t.Errorf("the session is %+v", session)
	}
	if err := other.Release("run"); err != nil || len(names(other.Snapshot(), "run")) > 0 ||
		len(other.Snapshot().OpenCalls(nil, "run")) > 0 {
		t.Errorf("closed it still holds entries, %v", err)
	}
	if again, err := other.Follow("run", j.Path()); err != nil || again == nil {
		t.Error(err)
	}
	if open := other.Snapshot().OpenCalls(nil, "run"); len(open) != 1 {
		t.Errorf("followed from the middle it has open %v", open)
	}
	if err := j.Append(&timeline.Entry{ID: "p2", Type: timeline.User}); err != nil {
		t.Fatal(err)
	}
	if open := live.Snapshot().OpenCalls(nil, "run"); len(open) > 0 {
		t.Errorf("in the next turn there are %v", open)
	}
}

// TestReaderMissesNothingThatTheViewHasDropped reads after more was added than the view holds.
func TestReaderMissesNothingThatTheViewHasDropped(t *testing.T) {
	const entries = 4500
	live := store.New(clock)
	j := announce(t, live, "run")
	call := &timeline.Entry{ID: "open", Type: timeline.ToolCall}
	if err := j.Append(call); err != nil {
		t.Fatal(err)
	}
	reader, err := live.Reader("run", j.Path(), j.Size())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for n := range entries {
		add(t, j, n)
	}
	done := make(chan struct{})
	close(done)
	next := 0
	err = reader.Follow(t.Context(), done, func(l store.Line) error {
		e, err := l.Entry()
		if err != nil || e.ID != fmt.Sprintf("e%d", next) || e.Output.String() != fmt.Sprintf("output %d\n", next) ||
			l.Row.Offset == 0 {
			t.Fatalf("entry %d is %+v of %+v, %v", next, e, l.Row, err)
		}
		next++
		return nil
	})
	if err != nil || next != entries {
		t.Errorf("%d were read, %v", next, err)
	}
	held := 0
	for range live.Snapshot().Entries(nil, "run", 0) {
		held++
	}
	session, _ := live.Snapshot().Session(nil, "run")
	if held < 1000 || held > 2000 || session.Entries != entries+1 || session.Dropped != session.Entries-uint64(held) {
		t.Errorf("the view holds %d of %d entries, %d dropped", held, session.Entries, session.Dropped)
	}
	if open := live.Snapshot().OpenCalls(nil, "run"); len(open) != 1 {
		t.Errorf("open are %v", open)
	}
}

func TestWatchWakesForWhatWasSeen(t *testing.T) {
	live := store.New(clock)
	j, other := announce(t, live, "run"), announce(t, live, "other")
	for name, look := range map[string]func(store.WatchSet){
		"entries":  func(w store.WatchSet) { live.Snapshot().Entries(w, "run", 100) },
		"session":  func(w store.WatchSet) { live.Snapshot().Session(w, "run") },
		"sessions": func(w store.WatchSet) { live.Snapshot().Sessions(w) },
		"calls":    func(w store.WatchSet) { live.Snapshot().OpenCalls(w, "run") },
		"name":     func(w store.WatchSet) { live.Snapshot().Named(w, "codex:b") },
	} {
		watch := store.NewWatchSet()
		look(watch)
		woken := make(chan bool)
		go func() { woken <- watch.WatchCtx(t.Context()) == nil }()
		if err := j.Append(&timeline.Entry{ID: "c " + name, Type: timeline.ToolCall}); err != nil {
			t.Fatal(err)
		}
		if err := live.Describe("run", []string{"codex:b"}, name); err != nil {
			t.Fatal(err)
		}
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
	j := announce(t, live, "run")
	var followers sync.WaitGroup
	for range 3 {
		followers.Go(func() {
			for next := uint64(1); next < entries; {
				watch := store.NewWatchSet()
				for row := range live.Snapshot().Entries(watch, "run", next) {
					if row.ID != fmt.Sprintf("e%d", next) {
						t.Errorf("entry %d is %s", next, row.ID)
					}
					next++
				}
				if next < entries && watch.WatchCtx(t.Context()) != nil {
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

func TestFollowerRefusesWhatIsNoJournal(t *testing.T) {
	live := store.New(clock)
	path := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(path, []byte(strings.Repeat("{}\n", 3)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Follow("x", path); !errors.Is(err, store.ErrNoJournal) {
		t.Errorf("another file: %v", err)
	}
	if _, err := live.Follow("x", path+"none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if left := live.Snapshot().Sessions(nil); len(left) > 0 {
		t.Errorf("the view holds %v", left)
	}
}

// TestRemovedSessionStaysSo removes a session whose journal goes on.
func TestRemovedSessionStaysSo(t *testing.T) {
	live := store.New(clock)
	j := announce(t, live, "run")
	if err := live.Remove("run"); err != nil {
		t.Fatal(err)
	}
	add(t, j, 1)
	if left := live.Snapshot().Sessions(nil); len(left) > 0 || len(names(live.Snapshot(), "run")) > 0 {
		t.Errorf("the view holds %v", left)
	}
}
