package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/forks/draft"
	"stead/internal/testkit/sample"
	"stead/readers"
	"stead/timeline"
)

// talking is a CLI in whose sessions something is said.
type talking struct{ fake }

func (f talking) Open(ctx context.Context, l adapter.Location) (timeline.Stream, error) {
	s, err := f.fake.Open(ctx, l)
	s.Entries = sample.Conversation(sample.User("one"), sample.Assistant("two"), sample.User("three")).Entries
	return s, err
}

// withDrafts is a machine with a session that talks, and what edits it.
func withDrafts(t *testing.T) (*machine, draft.Editor) {
	m := newMachine(t)
	o := m.options
	o.Readers, o.Drafts = []readers.Reader{talking{fake{"claude", "anthropic"}}}, draft.OpenFolder(
		filepath.Join(m.home, "data"))
	m.Catalog = New(o)
	m.session("claude", "aaaa0000-1111", "/code/b", "A session")
	return m, draft.Editor{
		Folder: o.Drafts, Now: time.Now, NewID: func() string { return "d0000001" },
		Source: func(ctx context.Context, reference string) (draft.Original, error) {
			source, err := m.Resolve(ctx, reference)
			if err != nil {
				return draft.Original{}, err
			}
			lasting, err := source.Lasting()
			if err != nil {
				return draft.Original{}, err
			}
			stream, err := source.Open(ctx)
			return draft.Original{Stream: stream, Reference: lasting}, err
		},
	}
}

func dropSecond(c *draft.Copy) ([]draft.Change, error) {
	change, err := c.Drop(draft.Range{First: 2, Last: 2})
	return []draft.Change{change}, err
}

func TestDraftIsResolved(t *testing.T) {
	m, editor := withDrafts(t)
	if _, err := editor.Begin(t.Context(), "claude:aaaa", dropSecond); err != nil {
		t.Fatal(err)
	}
	for _, reference := range []string{"draft:d0000001", "draft:d0", "Draft:latest"} {
		source, err := m.Resolve(t.Context(), reference)
		if err != nil || source.Reference() != "draft:d0000001" || source.Summary.ID != "aaaa0000-1111" {
			t.Fatalf("%s is %s of %s, %v", reference, source.Reference(), source.Summary.ID, err)
		}
		stream, err := source.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			said = append(said, e.Content.String())
		}
		if got := strings.Join(said, " "); got != "one three" || stream.Header.ID != "aaaa0000-1111-d0000001" {
			t.Errorf("the session %s says %s", stream.Header.ID, got)
		}
		if c, err := source.Copy(t.Context()); err != nil || c.Len() != 2 {
			t.Errorf("the copy is %v, %v", c, err)
		}
	}
	if _, err := m.Resolve(t.Context(), "draft:zz"); !errors.Is(err, draft.ErrNotFound) {
		t.Error(err)
	}
	if _, err := m.Resolve(t.Context(), "draft:"); !errors.Is(err, ErrReference) {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(m.home, ".claude", "aaaa0000-1111")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Resolve(t.Context(), "draft:d0"); !errors.Is(err, adapter.ErrNotFound) ||
		!strings.Contains(err.Error(), "find the original of draft:d0000001") {
		t.Error(err)
	}
}

// TestDraftOfADraftIsRefused has a draft's file name the draft itself, which nothing of stead's makes.
func TestDraftOfADraftIsRefused(t *testing.T) {
	m, editor := withDrafts(t)
	c, err := draft.Begin(t.Context(), sample.Conversation(sample.User("one")), "d0000001", "draft:d0000001", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := editor.Keep(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Resolve(t.Context(), "draft:d0"); !errors.Is(err, ErrReference) {
		t.Error(err)
	}
}

func TestLastingReferences(t *testing.T) {
	m, _ := withDrafts(t)
	t.Chdir(m.home)
	m.file(filepath.Join(m.home, "file.x"), "claude\n/code/b\nA file\n\n")
	for reference, want := range map[string]string{
		"claude:aaaa": "claude:aaaa0000-1111", "latest": "claude:aaaa0000-1111",
		"./file.x": "claude:" + filepath.Join(m.home, "file.x"),
	} {
		source, err := m.Resolve(t.Context(), reference)
		if err != nil {
			t.Fatal(err)
		}
		got, err := source.Lasting()
		if err != nil || got != want {
			t.Errorf("%s lasts as %s, %v; want %s", reference, got, err, want)
		}
		again, err := m.Resolve(t.Context(), got)
		if path, _ := filepath.Abs(source.Location.Path); err != nil || again.Location.Path != path ||
			again.Location.ID != source.Location.ID {
			t.Errorf("%s finds %+v, %v", got, again.Location, err)
		}
	}
	piped := Source{piped: "standard input"}
	if _, err := piped.Lasting(); !errors.Is(err, ErrReference) {
		t.Error(err)
	}
}
