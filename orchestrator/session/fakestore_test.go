package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/signals"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// fakeStore is a store of sessions, which grow by what a test says.
type fakeStore struct {
	readers.Reader
	root   string
	mutex  sync.Mutex
	grown  map[string][]readers.Progress
	broken map[string]bool
	looks  []time.Time
}

func newFakeStore(t *testing.T) *fakeStore {
	return &fakeStore{root: t.TempDir(), grown: map[string][]readers.Progress{}, broken: map[string]bool{}}
}

var errBroken = errors.New("the session cannot be read")

// grows adds to a session, which may be new. A change in the folder announces it.
func (s *fakeStore) grows(t *testing.T, id string, p readers.Progress) {
	t.Helper()
	s.mutex.Lock()
	s.grown[id] = append(s.grown[id], p)
	s.mutex.Unlock()
	if err := os.WriteFile(s.path(id), nil, 0o600); err != nil {
		t.Error(err)
	}
}

func (s *fakeStore) path(id string) string { return filepath.Join(s.root, id) }

func (s *fakeStore) session(id string) runs.Session {
	return runs.Session{CLI: "some", ID: id, Path: s.path(id)}
}

func (*fakeStore) Info() adapter.Info { return adapter.Info{Name: "some", Title: "Some CLI"} }

func (s *fakeStore) Places(_ context.Context, store adapter.Store, q readers.Query) iter.Seq2[readers.Place, error] {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.looks = append(s.looks, time.Now())
	_, isThere := s.grown[q.Prefix]
	return func(yield func(readers.Place, error) bool) {
		if isThere {
			yield(readers.FilePlace(store, s.path(q.Prefix)), nil)
		}
	}
}

func (s *fakeStore) Summaries(_ context.Context, p readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		yield(timeline.Summary{CLI: "some", ID: filepath.Base(p.Path), Path: p.Path}, nil)
	}
}

func (s *fakeStore) Open(_ context.Context, at adapter.Location) (timeline.Stream, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.broken[at.ID] {
		return timeline.Stream{}, errBroken
	}
	var all []*timeline.Entry
	for _, p := range s.grown[at.ID] {
		for _, e := range p.Entries {
			all = append(all, e.Clone())
		}
	}
	if len(all) == 0 {
		return timeline.Stream{}, adapter.ErrEmpty
	}
	return timeline.Stream{Header: timeline.Header{ID: at.ID}, Entries: timeline.Of(all...)}, nil
}

func (s *fakeStore) Tail(_ context.Context, at adapter.Location) (readers.Tail, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return &fakeTail{fakeStore: s, id: at.ID, begun: len(s.grown[at.ID]), next: len(s.grown[at.ID])}, nil
}

// fakeTail follows a session of a fakeStore.
type fakeTail struct {
	*fakeStore
	id          string
	begun, next int
}

func (t *fakeTail) Watch() []string { return []string{t.root} }

func (t *fakeTail) Next(context.Context) (p readers.Progress, err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, grown := range t.grown[t.id][t.next:] {
		p.Entries, p.Turn = append(p.Entries, grown.Entries...), cmp.Or(grown.Turn, p.Turn)
		t.next++
	}
	return p, nil
}

func (t *fakeTail) LastTurn() readers.Turn {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.begun == 0 {
		return ""
	}
	return t.grown[t.id][t.begun-1].Turn
}

// began is when the sessions of the tests began.
var began = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// said is an entry of a record, written so many minutes after the beginning.
func said(kind timeline.EntryType, line, minutes int, text string) *timeline.Entry {
	at := began.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
	return &timeline.Entry{
		ID: fmt.Sprintf("%s-%d", text, line), Type: kind, Content: timeline.NewText(text), Timestamp: at,
		Native: &timeline.Record{CLI: "some", Line: line, Raw: []byte(fmt.Sprintf("%q", text))},
	}
}

// following is the supervisor of a CLI with sessions on a fakeStore, which was started on the session "wanted". Told is
// what its user is told.
func following(t *testing.T, d inject.Driver, s *fakeStore) (v *supervisor, told *[]string) {
	t.Helper()
	told = &[]string{}
	o := journaled(t, d)
	o.Note = func(text string) { *told = append(*told, text) }
	o.Delivery.Adapter.Reader, o.Delivery.Session.Target.Reader = s, s
	o.Delivery.Session.Receipt.CLI, o.Delivery.Session.Receipt.Path = "some", s.path("wanted")
	o.Files.Record.Count(func(r *runs.Run) {
		r.To, r.Started, r.State = s.session("wanted"), began.Add(10*time.Minute), signals.Working
	})
	if err := o.Delivery.Session.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	return newSupervisor(o, failing(t)), told
}

// kept are the texts in the run's journal, in their order, with the branches of those that were left.
func kept(t *testing.T, v *supervisor) (all []string) {
	t.Helper()
	for e, err := range v.o.Files.Journal.Session(t.Context()).Entries {
		if err != nil {
			t.Fatal(err)
		}
		text := e.Content.String()
		if e.Branch != "" {
			text += " @" + e.Branch
		}
		all = append(all, text)
	}
	return all
}
