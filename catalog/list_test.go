package catalog

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func references(t *testing.T, m *machine, q Query) []string {
	t.Helper()
	l, err := m.List(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range l.Sessions {
		all = append(all, l.Reference(s))
	}
	return all
}

func TestListIsNewestFirstWithShortReferences(t *testing.T) {
	m := someSessions(t)
	for _, c := range []struct {
		name  string
		query Query
		want  []string
	}{
		{"all, without sub-agents", Query{}, []string{
			"codex:01a1fa47-78", "claude:aaaa0000-1", "claude:aaaa0000-2", "claude:01a1fa47", "codex:01a1fa47-7b",
			"codex:01a1fa47",
		}},
		{"one CLI", Query{CLI: "claude"}, []string{"claude:aaaa0000-1", "claude:aaaa0000-2", "claude:01a1fa47"}},
		// The reference stays long enough to be unique among those which the query keeps out.
		{"one project", Query{Project: m.home + "/."}, []string{"claude:aaaa0000-2"}},
		{"a few", Query{Limit: 1}, []string{"codex:01a1fa47-78"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, references(t, m, c.query)); diff != "" {
				t.Errorf("references (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEveryShortReferenceResolves(t *testing.T) {
	m := someSessions(t)
	for _, reference := range references(t, m, Query{}) {
		source, err := m.Resolve(context.Background(), reference)
		if err != nil || !strings.HasPrefix(source.Reference(), reference) {
			t.Errorf("%s resolves to %s, %v", reference, source.Reference(), err)
		}
	}
}

func TestOneBadFileIsOneWarning(t *testing.T) {
	m := someSessions(t)
	m.file(filepath.Join(m.home, ".claude", "cut"), "claude")
	l, err := m.List(context.Background(), Query{})
	if err != nil || len(l.Sessions) != 6 || len(l.Warnings) != 1 || !strings.Contains(l.Warnings[0].Error(), "cut") {
		t.Errorf("got %d sessions, warnings %v, %v; want all 6 and one warning", len(l.Sessions), l.Warnings, err)
	}
}

func TestListNamesAnUnknownCLI(t *testing.T) {
	_, err := newMachine(t).List(context.Background(), Query{CLI: "codx"})
	var unknown *UnknownCLIError
	if !errors.As(err, &unknown) || unknown.Meant != "codex" {
		t.Errorf("error %v, want one that proposes codex", err)
	}
}

func TestCancelEndsAList(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := someSessions(t).List(ctx, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
