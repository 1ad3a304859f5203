package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/inject"
	watching "stead/internal/sys/notices"
	"stead/readers"
	"stead/timeline"
	"stead/timeline/store"
)

// quiet is a reader whose sessions never change.
type quiet struct{ readers.Reader }

func (quiet) Info() adapter.Info { return adapter.Info{Name: "quiet"} }

func (quiet) Open(context.Context, adapter.Location) (timeline.Stream, error) {
	return timeline.Stream{Entries: timeline.Of()}, nil
}

func (q quiet) Tail(context.Context, adapter.Location) (readers.Tail, error) { return q, nil }

func (quiet) Watch() []string { return nil }

func (quiet) Next(context.Context) (readers.Progress, error) { return readers.Progress{}, nil }

// newWatcher returns a watcher that watches nothing yet.
func newWatcher(t *testing.T) *watcher {
	t.Helper()
	notices := watching.New(0)
	t.Cleanup(func() { notices.Close() })
	w := &watcher{
		Options: Options{Readers: []readers.Reader{quiet{}}, Signaller: func(string) inject.Signaller { return nil },
			Now: time.Now, Live: store.New(time.Now)},
		folders: newFolders(notices, 20), events: make(chan Event), listings: make(chan listing),
	}
	w.records, w.followers = newRecords(w), newFollowers(w)
	return w
}

func TestOnlySoManySessionsAreFollowed(t *testing.T) {
	w := newWatcher(t)
	ctx, cancel := context.WithCancel(t.Context())
	follow := func(i int) {
		w.follow(ctx, newStoreIndex("quiet"), timeline.Summary{CLI: "quiet", ID: fmt.Sprint(i),
			Path: fmt.Sprint("/home/user/", i)})
	}
	for i := range mostFollowed {
		follow(i)
	}
	w.followers.wake("/home/user/0") // now the second is the one that was quiet for longest
	for i := mostFollowed; i < 2*mostFollowed; i++ {
		follow(i)
		w.followers.forget(<-w.followers.gone)
		if n := len(w.followers.followed); n != mostFollowed {
			t.Fatalf("%d sessions are followed", n)
		}
		if i == mostFollowed && (w.followers.followed["quiet:0"] == nil || w.followers.followed["quiet:1"] != nil) {
			t.Error("the wrong one made room")
		}
	}
	cancel()
	w.wait()
}

func TestOnlySoManyFoldersAreWatched(t *testing.T) {
	w := newWatcher(t)
	root := t.TempDir()
	for i := range 30 {
		folder := filepath.Join(root, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		w.folders.add(folder)
	}
	if n := len(w.folders.notices.WatchList()); n != 20 {
		t.Errorf("%d folders are watched already", n)
	}
	if w.folders.problem() == nil || w.folders.problem() != nil {
		t.Error("that is to be told once")
	}
}

func TestChangesThatLeadToNothingAreIgnoredUntilThePoll(t *testing.T) {
	s := newStoreIndex("quiet")
	listed := catalog.Listing{}
	for i := range trials {
		s.suspect("/home/user/.quiet/log")
		if !s.suspected {
			t.Fatalf("change %d was ignored", i)
		}
		s.suspected = false
		s.apply(listing{Listing: listed, storeIndex: s})
	}
	if s.suspect("/home/user/.quiet/log"); s.suspected {
		t.Error("a change that never leads to anything is listed for")
	}
	if s.suspect("/home/user/.quiet/other"); !s.suspected {
		t.Error("another change was ignored")
	}
	s.suspectAll()
	s.suspected = false
	if s.suspect("/home/user/.quiet/log"); !s.suspected {
		t.Error("the change is ignored for ever")
	}
}

func TestListsRestInProportion(t *testing.T) {
	s := newStoreIndex("quiet")
	if !s.due(time.Now().Add(-time.Second)) {
		t.Fatal("the first list is not due")
	}
	s.apply(listing{storeIndex: s}) // it took a second
	s.suspectAll()
	if s.due(time.Now().Add(share*time.Second - time.Second)) {
		t.Error("the next list came too soon")
	}
	if !s.due(time.Now().Add(2 * share * time.Second)) {
		t.Error("the next list does not come")
	}
}
