package mirror

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/signals"
	"stead/internal/testkit/sample"
	"stead/orchestrator/record"
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

func (*occupied) Info() adapter.Info         { return claude.Reader{}.Info() }
func (o *occupied) Home(adapter.Host) string { return o.home }
func (o *occupied) OpenedBy(adapter.Store, adapter.Location) []int {
	if o.pid == 0 {
		return nil
	}
	return []int{o.pid}
}

// notes keeps what the user is told.
type notes struct{ said []string }

func (n *notes) note(text string) { n.said = append(n.said, text) }
func (n *notes) last() string     { return strings.Join(n.said[max(0, len(n.said)-1):], "") }

// synced is a run of a session of Claude Code in some other CLI, that is mirrored.
type synced struct {
	*Mirror
	t      *testing.T
	notes  *notes
	driver *occupied
	source runs.Session
	lines  int
}

// newSynced has the run mirrored in a new session, or with isSource in its source.
func newSynced(t *testing.T, isSource bool) *synced {
	t.Helper()
	home := t.TempDir()
	host := adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now}
	s := &synced{t: t, notes: &notes{}, driver: &occupied{home: filepath.Join(home, ".claude")}}
	const id = "3f6c1c40-8a6e-4d4e-9a51-0d0c5e3a9b11"
	s.source = runs.Session{CLI: "claude", ID: id, Path: filepath.Join(s.driver.home, "projects", "-home-user-demo",
		id+".jsonl")}
	s.write(s.source.Path)
	folder := runs.Open(filepath.Join(home, "stead"))
	all := catalog.New(catalog.Options{Readers: []readers.Reader{claude.Reader{}, universal.Reader{}}, Runs: folder,
		Host: host})
	cli := inject.Adapter{Reader: claude.Reader{}, Writer: claudewriter.Writer{}, Driver: s.driver}
	s.Mirror = New(Options{
		Home: cli, Sources: source.Finder{Catalog: all, Runs: folder, Host: host}, Lineage: forks.OpenLog(home),
		Note:     s.notes.note,
		Policies: policy.Policies{Vendor: vendor},
		Writing: func(context.Context, string) (injection.Target, writers.Options) {
			store := adapter.Store{CLI: "claude", Root: s.driver.home}
			return injection.Target{Reader: cli.Reader, Writer: s.pair.options.Home.Writer, Store: store},
				writers.Options{Now: time.Now(), NewID: uuid.NewString}
		},
	})
	s.Attach(s.run(folder, isSource))
	return s
}

// vendor says that only Claude Code's sessions are of a known vendor.
func vendor(cli string) string {
	if cli == "claude" {
		return claude.Reader{}.Info().Vendor
	}
	return ""
}

// run begins the record and the journal of a run of the source in another CLI.
func (s *synced) run(folder runs.Folder, isSource bool) (*record.Keeper, *store.Journal) {
	s.t.Helper()
	stream, err := claude.Reader{}.Open(s.t.Context(), adapter.Location{Path: s.source.Path})
	if err != nil {
		s.t.Fatal(err)
	}
	runID, err := folder.Create(time.Now())
	if err != nil {
		s.t.Fatal(err)
	}
	run := runs.Run{ID: runID, From: s.source, To: runs.Session{CLI: "other", ID: "there"}, Status: runs.Running,
		State: signals.Starting}
	if isSource {
		own, err := Claim(s.t.Context(), s.pair.options.Home, s.pair.options.Sources.Host, s.source)
		if err != nil {
			s.t.Fatal(err)
		}
		run.Mirrors = []runs.Mirror{own}
	}
	keeper := record.NewKeeper(folder, run, func(runs.Run) {})
	if err := keeper.Update(func(*runs.Run) {}); err != nil {
		s.t.Fatal(err)
	}
	journal, err := store.Create(folder.Journal(runID), stream)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = journal.Close() })
	return keeper, journal
}

// write makes a session of two messages, long ago.
func (s *synced) write(path string) {
	s.t.Helper()
	stream := sample.Conversation(sample.User("Begin."), sample.Assistant("It begins."))
	options := writers.Options{ID: s.source.ID, Dir: "/home/user/demo", Now: time.Now()}
	plan, err := claudewriter.Writer{}.Plan(adapter.Store{Root: s.driver.home}, stream, options)
	if err == nil {
		plan.Path = path
		_, err = claudewriter.Writer{}.Write(s.t.Context(), plan)
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
		e.Native = &timeline.Record{CLI: "other", Session: s.pair.record.Current().To.ID, Line: s.lines, Raw: []byte(`{}`)}
	}
	if err := s.pair.journal.Append(all...); err != nil {
		s.t.Fatal(err)
	}
}

// says is a turn of a prompt and an answer.
func says(number int) []*timeline.Entry {
	return []*timeline.Entry{sample.User(fmt.Sprintf("Prompt %d.", number)),
		sample.Assistant(fmt.Sprintf("Answer %d.", number))}
}

// holds fails the test unless a session holds the source and then just these texts.
func (s *synced) holds(m runs.Session, want ...string) {
	s.t.Helper()
	stream, err := claude.Reader{}.Open(s.t.Context(), adapter.Location{Path: m.Path})
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

func (s *synced) mirrors() []runs.Mirror { return s.pair.record.Current().Mirrors }

// goneOn adds a turn to a session as its own CLI would.
func (s *synced) goneOn(m runs.Session, number int) {
	s.t.Helper()
	target, options := s.pair.options.Writing(s.t.Context(), "")
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
