package classify

import (
	"os"
	"path/filepath"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/internal/testkit/memoryfiles"
	"stead/timeline"
)

func TestKinds(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"README.md", "", "readme by name"},
		{"docs/adr/0007-use-sqlite.md", "", "adr by folder"},
		{"ADR-020-context.md", "", "adr by name"},
		{"docs/0003-decision-storage.md", "", "adr by name"},
		{"CHANGELOG.md", "", "changelog by name"},
		{"AGENTS.md", "# Plan", "instructions by name"},
		{"CLAUDE.local.md", "", "instructions by name"},
		{".claude/commands/fix.md", "", "instructions by folder"},
		{"implementation-plan.md", "", "plan by name"},
		{"planet.md", "", "document by "},
		{"design_v2.md", "", "spec by name"},
		{"notes/monday.md", "", "notes by folder"},
		{"security-review.md", "", "report by name"},
		{"CONTRIBUTING.md", "", "guide by name"},
		{"storage.md", "# Storage\n## Status\nAccepted\n## Context\nx\n## Decision\ny\n## Consequences\nz\n",
			"adr by content"},
		{"next.md", "- [ ] one\n- [x] two\n", "plan by content"},
		{"releases.md", "## [Unreleased]\n- x\n", "changelog by content"},
		{"a.md", "# Usage\n", "guide by content"},
		{"a.md", "Just text.", "document by "},
	} {
		kind, reason, confidence := Kind(c.name, c.content)
		if got := kind + " by " + reason; got != c.want || confidence <= 0 || confidence >= 1 {
			t.Errorf("%s: %s (%v), want %s", c.name, got, confidence, c.want)
		}
	}
}

func TestTitle(t *testing.T) {
	for content, want := range map[string]string{"x\n## The title ##\n# No": "The title", "#no title": "", "": "",
		"# é\r\n": "é"} {
		if got := Title(content); got != want {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
}

func TestDocumentsOfSessions(t *testing.T) {
	folder, f := t.TempDir(), memoryfiles.New(t)
	put := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write := func(session, path, content string) {
		f.Say(session, memory.KindCall, "write "+path+content,
			memoryfiles.Calls(path+session, timeline.Write, "Write", map[string]any{"path": path, "content": content}))
	}
	f.Begin("s1", folder)
	put("next.md", "# Now\n- [ ] a\n- [ ] b\n")
	write("s1", filepath.Join(folder, "next.md"), "# Before")
	write("s1", "gone.md", "# Gone\n## Usage\n")
	write("s1", "/elsewhere/README.md", "# Other")
	write("s1", "code.go", "package a")
	f.Write()
	d, err := database.Open(t.Context(), database.Options{Folder: f.Folder, Tenant: "t"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	check := func(want Report, rows ...string) {
		t.Helper()
		if _, err := d.Load(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if report, err := Update(t.Context(), d); err != nil || report != want {
			t.Errorf("%+v, %v; want %+v", report, err, want)
		}
		got, err := d.Sessions().Query(
			"SELECT concat_ws(' ', replace(path, ?, ''), kind, reason, title, session_id, turn, content_hash <> '') FROM documents ORDER BY path", folder)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = got.Close() }()
		var all []string
		for got.Next() {
			var row string
			if err := got.Scan(&row); err != nil {
				t.Fatal(err)
			}
			all = append(all, row)
		}
		for _, row := range rows {
			found := false
			for _, one := range all {
				found = found || one == row
			}
			if !found {
				t.Errorf("there is no %q in %q", row, all)
			}
		}
		if len(all) != len(rows) {
			t.Errorf("%d rows, want %d: %q", len(all), len(rows), all)
		}
	}
	check(Report{Documents: 3}, "/elsewhere/README.md readme name Other s1 0 0", "/gone.md guide content Gone s1 0 0",
		"/next.md plan content Now s1 0 1")
	check(Report{Unchanged: 3}, "/elsewhere/README.md readme name Other s1 0 0", "/gone.md guide content Gone s1 0 0",
		"/next.md plan content Now s1 0 1")
	put("next.md", "# Then\n")
	f.Begin("s2", folder)
	write("s2", "gone.md", "# Gone again\n")
	f.Write()
	check(Report{Documents: 2, Unchanged: 1}, "/elsewhere/README.md readme name Other s1 0 0",
		"/gone.md document  Gone again s2 0 0", "/next.md document  Then s1 0 1")
}

func FuzzKind(f *testing.F) {
	f.Add("docs/a.md", "# x\n- [ ] a\n")
	f.Fuzz(func(t *testing.T, name, content string) {
		if kind, _, confidence := Kind(name, content); kind == "" || confidence <= 0 {
			t.Error("a document has no kind")
		}
		Title(content)
	})
}
