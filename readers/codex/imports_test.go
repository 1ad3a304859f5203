package codex_test

import (
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/codex"
	"stead/timeline"
)

// A session of Claude Code that Codex has imported is a copy of it, by what Codex has noted beside its sessions.
func TestImportedSession(t *testing.T) {
	const name, of = "rollout-2026-11-27T22-23-02-01a21f1a-d600-7421-9f8d-f49fc64b9d70.jsonl", "claude:5f2a91c0-0000-4000-8000-000000000001"
	root := t.TempDir()
	path := filepath.Join(root, "sessions/2026/11/27", name)
	fixtures.Put(t, path, fixtures.Read(t, "codex/imported/"+name))
	if row := rowOf(t, root, path); row.ForkedFrom != "" {
		t.Errorf("without a note it comes from %q", row.ForkedFrom)
	}
	fixtures.Put(t, filepath.Join(root, "external_agent_session_imports.json"),
		fixtures.Read(t, "codex/imported/external_agent_session_imports.json"))
	if row := rowOf(t, root, path); row.ForkedFrom != of {
		t.Errorf("it comes from %q", row.ForkedFrom)
	}
	s, entries := open(t, path)
	if l := s.Header.Lineage; l == nil || l.Parent != of || l.Kind != timeline.LineageFork ||
		l.Copied < entries[len(entries)-3].Native.Line {
		t.Errorf("its lineage is %+v", l)
	}
	if said := talk(entries); len(said) != 6 || said[0] != "user: fix the add function" {
		t.Errorf("it says %q", said)
	}
}

func rowOf(t *testing.T, root, path string) (row timeline.Summary) {
	t.Helper()
	place := readers.FilePlace(adapter.Store{CLI: "codex", Root: root}, path)
	for s, err := range (codex.Reader{}).Summaries(t.Context(), place) {
		if err != nil {
			t.Fatal(err)
		}
		row = s
	}
	return row
}
