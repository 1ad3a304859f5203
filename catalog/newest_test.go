package catalog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/forks"
	"stead/readers"
	"stead/timeline"
)

// copied is a machine whose newest session of Claude is a fork that stead made at the given moment before it was last
// written.
func copied(t *testing.T, before time.Duration) *machine {
	t.Helper()
	m := newMachine(t)
	m.session("claude", "f0f0f0f0-fork", m.home, "A fork")
	made := time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC).Add(-before)
	m.session("claude", "aaaa0000-1111", m.home, "The original")
	for _, n := range []forks.Node{
		{Session: "claude:f0f0f0f0-fork", Parent: "claude:aaaa0000-1111", Kind: timeline.LineageFork, Run: "r", Time: made},
		{Session: "codex:c0c0c0c0", Parent: "claude:aaaa0000-1111", Kind: timeline.LineageContinue, Run: "r", Time: made},
	} {
		if err := m.options.Origin.Lineage.Append(n); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestLatestPassesOverCopiesThatNobodyUsed(t *testing.T) {
	for _, reference := range []string{"latest", "claude:latest", ".", "claude:."} {
		if got, err := copied(t, 0).Resolve(t.Context(), reference); err != nil || got.Reference() != "claude:aaaa0000-1111" {
			t.Errorf("%s is %s, %v", reference, got.Reference(), err)
		}
		if got, err := copied(t, time.Hour).Resolve(t.Context(), reference); err != nil ||
			got.Reference() != "claude:f0f0f0f0-fork" {
			t.Errorf("%s is %s, %v: the fork was used since", reference, got.Reference(), err)
		}
	}
}

func TestNoLatestAmongCopiesAlone(t *testing.T) {
	m := copied(t, 0)
	m.session("codex", "c0c0c0c0", "/code", "A copy")
	made := time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC)
	if got, err := m.Resolve(t.Context(), "codex:c0c0"); err != nil || got.Summary.Updated.After(made) {
		t.Fatalf("the copy is %+v, %v", got, err)
	}
	_, err := m.Resolve(t.Context(), "codex:latest")
	var missing *NotFoundError
	if !errors.Is(err, adapter.ErrNotFound) || !errors.As(err, &missing) ||
		!strings.Contains(err.Error(), "only copies that stead made") {
		t.Fatalf("error %v", err)
	}
	if hint := missing.Hint(); hint != "did you mean codex:c0c0c0c0 (A copy)?" {
		t.Errorf("the hint is %q", hint)
	}
}

// watched counts the places that are looked into.
type watched struct {
	fake
	looked *int
}

func (w watched) Summaries(ctx context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	*w.looked++
	return w.fake.Summaries(ctx, place)
}

// TestLatestOpensNoOlderFile has a file opened only when the session in it can be the newest.
func TestLatestOpensNoOlderFile(t *testing.T) {
	m := newMachine(t)
	for i := range 100 {
		m.session("codex", fmt.Sprintf("c%03d", i), "/other", "One of many")
	}
	m.session("codex", "d000", m.home, "Older, and of this folder")
	m.session("codex", "d001", m.home, "Older still")
	looked := 0
	m.options.Readers = []readers.Reader{watched{fake{"codex", "openai"}, &looked}}
	c := New(m.options)
	t.Cleanup(c.Close)
	for reference, want := range map[string]struct {
		id   string
		most int
	}{"codex:latest": {"c000", 2}, "codex:.": {"d000", 102}} {
		looked = 0
		got, err := c.Resolve(t.Context(), reference)
		if err != nil || got.Summary.ID != want.id || looked > want.most {
			t.Errorf("%s is %s after a look into %d files, want %+v, %v", reference, got.Reference(), looked, want, err)
		}
	}
}
