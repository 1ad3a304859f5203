package orchestrator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/catalog"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/internal/installed"
	"stead/orchestrator/source"
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/universal"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/writers"
	claudewriter "stead/writers/claude"
)

// occupied is a driver of Claude Code that shows whether somebody has a session open.
type occupied struct {
	inject.Driver
	home string
	pid  int
}

func (*occupied) Info() adapter.Info                                     { return claude.New().Info() }
func (o *occupied) Home(adapter.Host) string                             { return o.home }
func (*occupied) Configured(inject.Ground) inject.Model                  { return inject.Model{} }
func (o *occupied) Occupant(adapter.Store, adapter.Location) (int, bool) { return o.pid, o.pid != 0 }

// notes is an observer that keeps what it is told.
type notes struct{ said []string }

func (*notes) Delivered(Plan)        {}
func (*notes) Entry(*timeline.Entry) {}
func (*notes) Changed(runs.Run)      {}
func (n *notes) Note(text string)    { n.said = append(n.said, text) }
func (n *notes) last() string        { return strings.Join(n.said[max(0, len(n.said)-1):], "") }

// synced is a run of a session of Claude Code in some other CLI, that is mirrored.
type synced struct {
	*mirror
	t      *testing.T
	notes  *notes
	driver *occupied
	source runs.Session
	lines  int
}

func newSynced(t *testing.T, how Sync) *synced {
	t.Helper()
	home := t.TempDir()
	host := adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now}
	s := &synced{t: t, notes: &notes{}, driver: &occupied{home: filepath.Join(home, ".claude")}}
	const id = "3f6c1c40-8a6e-4d4e-9a51-0d0c5e3a9b11"
	s.source = runs.Session{CLI: "claude", ID: id, Path: filepath.Join(s.driver.home, "projects", "-home-user-demo", id+".jsonl")}
	s.write(s.source.Path)
	all := runs.Open(filepath.Join(home, "stead"))
	o := &Orchestrator{
		Adapters: []inject.Adapter{{Reader: claude.New(), Writer: claudewriter.New(), Driver: s.driver}},
		Runs:     all, Live: store.New(time.Now), Host: host,
		Catalog: catalog.New(catalog.Options{Readers: []readers.Reader{claude.New(), universal.New()}, Runs: all, Host: host}),
		Locate: func(context.Context, inject.Driver) (installed.Program, error) {
			return installed.Program{}, installed.ErrNotInstalled
		},
	}
	stream, err := claude.New().Open(t.Context(), adapter.Location{Path: s.source.Path})
	if err != nil {
		t.Fatal(err)
	}
	p := &preparation{request: Request{To: "other", Sync: how}, source: source.Source{Session: s.source, Stream: stream}}
	p.options.Now = time.Now()
	c, err := o.newCourse(s.source, p, s.notes)
	if err == nil {
		err = c.begin(p.source, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.closeJournal() })
	m, claimed := o.newMirror(t.Context(), p.request, s.source, s.notes)
	c.record.Count(func(r *runs.Run) { r.To, r.Mirrors = runs.Session{CLI: "other", ID: "there"}, claimed })
	m.course, s.mirror = c, m
	return s
}

// write makes a session of two messages, long ago.
func (s *synced) write(path string) {
	s.t.Helper()
	stream := adaptertest.Conversation(adaptertest.User("Begin."), adaptertest.Assistant("It begins."))
	options := writers.Options{ID: s.source.ID, Dir: "/home/user/demo", Now: time.Now()}
	plan, err := claudewriter.New().Plan(adapter.Store{Root: s.driver.home}, stream, options)
	if err == nil {
		plan.Path = path
		_, err = claudewriter.New().Write(s.t.Context(), plan)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// gains adds entries to the run's journal, as captured from its own session.
func (s *synced) gains(all ...*timeline.Entry) {
	s.t.Helper()
	for _, e := range all {
		s.lines++
		e.ID, e.Timestamp = fmt.Sprintf("other-%d", s.lines), time.Now().UTC().Format(time.RFC3339)
		e.Native = &timeline.Record{CLI: "other", Session: s.record.Current().To.ID, Line: s.lines, Raw: []byte(`{}`)}
	}
	if err := s.journal.Append(all...); err != nil {
		s.t.Fatal(err)
	}
}

// says is a turn of a prompt and an answer.
func says(number int) []*timeline.Entry {
	return []*timeline.Entry{adaptertest.User(fmt.Sprintf("Prompt %d.", number)), adaptertest.Assistant(fmt.Sprintf("Answer %d.", number))}
}

// holds fails the test unless a session holds the source and then just these texts.
func (s *synced) holds(m runs.Session, want ...string) {
	s.t.Helper()
	stream, err := claude.New().Open(s.t.Context(), adapter.Location{Path: m.Path})
	if err != nil {
		s.t.Fatal(err)
	}
	var got []string
	for e, err := range stream.Entries {
		if err != nil {
			s.t.Fatal(err)
		}
		if e.Active() {
			got = append(got, e.Content.String())
		}
	}
	if want := append([]string{"Begin.", "It begins."}, want...); !slices.Equal(got, want) {
		s.t.Errorf("%s holds %q, want %q", m.Reference(), got, want)
	}
}

func (s *synced) mirrors() []runs.Mirror { return s.record.Current().Mirrors }

// goneOn adds a turn to a session as its own CLI would.
func (s *synced) goneOn(m runs.Session, number int) {
	s.t.Helper()
	target, options := s.target(s.t.Context(), timeline.Stream{})
	was, err := writers.FingerprintOf(s.t.Context(), target.Writer, adapter.Location{Path: m.Path, ID: m.ID})
	if err == nil {
		entries := says(number)
		for i, e := range entries {
			e.ID, e.Timestamp = fmt.Sprintf("theirs-%d-%d", number, i), time.Now().UTC().Format(time.RFC3339)
		}
		_, err = target.Extend(s.t.Context(), was, timeline.Of(entries...), options)
	}
	if err == nil {
		err = os.Chtimes(m.Path, time.Time{}, time.Now().Add(-time.Minute)) // its CLI writes nothing more
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestRunWithoutAPlaceForAMirrorGoesOn(t *testing.T) {
	s := newSynced(t, SyncSession)
	if m, _ := s.o.newMirror(t.Context(), Request{To: "other", Sync: SyncSession}, runs.Session{CLI: "universal", ID: "x"}, s.notes); m != nil ||
		!strings.Contains(s.notes.last(), "nobody could go on in universal") {
		t.Errorf("a run of a file has the mirror %v, and the user is told %q", m, s.notes.last())
	}
	if m, _ := s.o.newMirror(t.Context(), Request{To: "claude", Sync: SyncSession}, s.source, s.notes); m != nil {
		t.Errorf("a run at home has the mirror %v", m)
	}
}

func TestParseSync(t *testing.T) {
	for text, want := range map[string]Sync{"": NoSync, "off": NoSync, "session": SyncSession, "source": SyncSource} {
		if got, err := ParseSync(text); got != want || err != nil {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
	}
	if _, err := ParseSync("both"); err == nil || !strings.Contains(err.Error(), "use session, source or off") {
		t.Errorf("error %v", err)
	}
}
