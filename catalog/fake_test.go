package catalog

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/catalog/origin"
	"stead/forks"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// fake is a CLI whose sessions are files ~/.<name>/<id>: its name, the project, the title and the parent, a line each.
type fake struct {
	name   string
	vendor string
}

func (f fake) Info() adapter.Info {
	return adapter.Info{Name: f.name, Title: strings.ToUpper(f.name), Vendor: f.vendor, Portable: f.vendor == "",
		Signature: strings.ToUpper(f.name) + "'s sign"}
}

func (f fake) root(h adapter.Host) string { return filepath.Join(h.Home, "."+f.name) }

func (f fake) Discover(h adapter.Host) []adapter.Store {
	if _, err := os.Stat(f.root(h)); err != nil {
		return nil
	}
	return []adapter.Store{{CLI: f.name, Root: f.root(h)}}
}

func (f fake) Places(_ context.Context, store adapter.Store, q readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		files, _ := filepath.Glob(filepath.Join(store.Root, q.Prefix+"*"))
		for _, file := range files {
			if !yield(readers.FilePlace(store, file), nil) {
				return
			}
		}
	}
}

func (f fake) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) { yield(f.summary(place.Path)) }
}

func (f fake) summary(file string) (timeline.Summary, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return timeline.Summary{}, err
	}
	lines := strings.Split(string(content), "\n")
	if len(lines) < 4 {
		return timeline.Summary{}, errors.New(file + ": cut")
	}
	info, err := os.Stat(file)
	id, _, _ := strings.Cut(filepath.Base(file), ".") // a copy of a session has an extension
	return timeline.Summary{
		CLI: f.name, ID: id, Path: file, Project: lines[1], Title: lines[2], Parent: lines[3], Updated: info.ModTime(),
	}, err
}

func (f fake) Detect(head []byte) bool { return bytes.HasPrefix(head, []byte(f.name+"\n")) }

func (f fake) Open(_ context.Context, l adapter.Location) (timeline.Stream, error) {
	s, err := f.summary(l.Path)
	return timeline.Stream{Header: timeline.Header{ID: s.ID, Source: timeline.Source{CLI: f.name}}}, err
}

// machine is a home with sessions of two CLIs.
type machine struct {
	*Catalog
	t    *testing.T
	age  time.Duration
	home string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	home := t.TempDir()
	c := New(Options{
		Readers: []readers.Reader{fake{"claude", "anthropic"}, fake{"codex", "openai"}, fake{"universal", ""}},
		Host:    adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now},
		Runs:    runs.Open(filepath.Join(home, "data")),
		Origin: origin.Options{Lineage: forks.OpenLog(filepath.Join(home, "data")),
			Runs: runs.Open(filepath.Join(home, "data"))},
		Dir:   home,
		Stdin: strings.NewReader(""),
	})
	t.Cleanup(c.Close)
	return &machine{Catalog: c, t: t, home: home}
}

// with returns the options with one more CLI.
func (o Options) with(r readers.Reader) Options {
	o.Readers = append(slices.Clone(o.Readers), r)
	return o
}

// session adds one that is older than all before.
func (m *machine) session(cli, id, project, title string) string {
	return m.file(filepath.Join(m.home, "."+cli, id), cli+"\n"+project+"\n"+title+"\n\n")
}

func (m *machine) file(path, content string) string {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.age += time.Hour
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC).Add(-m.age)
	if err := os.Chtimes(path, at, at); err != nil {
		m.t.Fatal(err)
	}
	return path
}
