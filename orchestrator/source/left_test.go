package source_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/internal/testkit/fixtures"
	"stead/orchestrator/history"
	"stead/orchestrator/record"
	"stead/orchestrator/source"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// scenarios are recorded sessions in which the user went back, with their CLIs.
var scenarios = map[string]string{
	"claude/rewind.jsonl":                    "claude",
	"gemini/forgotten/cancel.jsonl":          "gemini",
	"kimi/agent-undo/agents/main/wire.jsonl": "kimi",
	"pi/reallife-branches.jsonl":             "pi",
	"qwen/reallife-more.jsonl":               "qwen",
}

// TestARunDeliversWhatItsSessionDoes writes a session line by line, as its CLI did while a run followed it. With each
// line, the run's journal, what is delivered from the run, and what is delivered from the session itself must be the
// same conversation.
func TestARunDeliversWhatItsSessionDoes(t *testing.T) {
	for fixture, cli := range scenarios {
		t.Run(fixture, func(t *testing.T) {
			followed := follow(t, adapters.Named(cli).Reader, fixture)
			for _, line := range followed.lines {
				followed.grow(line)
				followed.compare()
			}
			if followed.left == 0 {
				t.Error("nothing was ever left")
			}
		})
	}
}

// TestARunDeliversTheSubAgentsOfItsSession has a CLI work with sub-agents, whose sessions no journal holds.
func TestARunDeliversTheSubAgentsOfItsSession(t *testing.T) {
	f := follow(t, adapters.Named("claude").Reader, "claude/subagent.jsonl")
	fixtures.Copy(t, "claude/subagent", strings.TrimSuffix(f.at.Path, ".jsonl"))
	for _, line := range f.lines {
		f.grow(line)
	}
	from, err := f.finder.Find(t.Context(), source.Query{From: "run:" + f.files.Record.Current().ID, To: "codex"})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(f.open().Children); want == 0 || len(from.Stream.Children) != want {
		t.Errorf("the run has %d sub-agents, its session %d", len(from.Stream.Children), want)
	}
}

// followed is a run that follows a session while it is written.
type followed struct {
	t       *testing.T
	reader  readers.Reader
	at      adapter.Location
	lines   [][]byte
	written []byte
	tail    readers.Tail
	finder  source.Finder
	files   *record.Files
	left    int
}

func follow(t *testing.T, reader readers.Reader, fixture string) *followed {
	t.Helper()
	home := t.TempDir()
	host := fixtures.Host(home)
	at := adapter.Location{Path: filepath.Join(home, fixture)}
	content := fixtures.Read(t, fixture)
	fixtures.Put(t, at.Path, content)
	f := &followed{t: t, reader: reader, at: at, lines: bytes.SplitAfter(content, []byte{'\n'})}
	header := f.open().Header
	os.Remove(at.Path)
	folder := runs.Open(home + "/stead")
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	run := runs.Run{ID: id, To: runs.Session{CLI: reader.Info().Name, ID: header.ID, Path: at.Path}, Status: runs.Running}
	f.files = record.Place{Folder: folder, Live: store.New(time.Now), Changed: func(runs.Run) {}}.Open(run)
	if err := f.files.Record.Update(func(*runs.Run) {}); err != nil {
		t.Fatal(err)
	}
	header = timeline.Header{ID: id, Version: timeline.Version, Source: timeline.Source{CLI: run.To.CLI}}
	if f.files.Journal, err = store.Create(folder.Journal(id),
		timeline.Stream{Header: header, Entries: timeline.Of()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.files.Journal.Close() })
	all := catalog.New(catalog.Options{Readers: adapters.Readers(), Runs: folder, Host: host})
	f.finder = source.Finder{Catalog: all, Runs: folder, Host: host}
	if f.tail, err = reader.(readers.Tailer).Tail(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	return f
}

// open opens the session. One that says nothing yet is empty.
func (f *followed) open() timeline.Stream {
	session, err := f.reader.Open(context.Background(), f.at)
	if err != nil {
		return timeline.Stream{Entries: timeline.Of()}
	}
	return session
}

// grow appends a line to the session and does what a run does.
func (f *followed) grow(line []byte) {
	f.t.Helper()
	f.written = append(f.written, line...)
	fixtures.Put(f.t, f.at.Path, f.written)
	p, err := f.tail.Next(f.t.Context())
	for i, e := range p.Entries {
		p.Entries[i] = history.Belonging(e, f.files.Record.Current().To)
	}
	if err == nil {
		err = f.files.Journal.Append(p.Entries...)
	}
	if err == nil && p.Moved {
		err = f.files.Arrange(f.t.Context(), f.open(), f.reader.Info())
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// compare compares the three.
func (f *followed) compare() {
	f.t.Helper()
	run := f.files.Record.Current()
	session := f.open()
	from, err := f.finder.Find(f.t.Context(), source.Query{From: "run:" + run.ID, To: "codex"})
	if err != nil {
		f.t.Fatal(err)
	}
	want := said(f.t, session.Entries, nil)
	if diff := cmp.Diff(want, said(f.t, from.Stream.Entries, nil)); diff != "" {
		f.t.Fatalf("after %d lines the run delivers something else (-session +run):\n%s",
			bytes.Count(f.written, []byte{'\n'}), diff)
	}
	journal, err := f.finder.Journal(f.t.Context(), run.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	told := map[string]bool{}
	for e := range journal.Entries {
		told[place(e)] = true
		if e.Branch != "" && !e.Hidden {
			f.left++
		}
	}
	if diff := cmp.Diff(said(f.t, session.Entries, told), said(f.t, journal.Entries, nil)); diff != "" {
		f.t.Fatalf("after %d lines the journal says something else (-session +journal):\n%s",
			bytes.Count(f.written, []byte{'\n'}), diff)
	}
}

func place(e *timeline.Entry) string { return fmt.Sprintf("%d %s", e.Native.Line, e.ID) }

// said is the conversation that is delivered: all of it, or what is told.
func said(t *testing.T, entries history.Entries, told map[string]bool) (all []string) {
	t.Helper()
	for e, err := range entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Active() && (told == nil || told[place(e)]) {
			all = append(all, strings.Join([]string{string(e.Type), e.ID, e.Content.String(), string(e.Input),
				e.Output.String()}, " "))
		}
	}
	return all
}
