package callgraph

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/internal/testkit/memoryfiles"
	"stead/timeline"
)

// project is a folder that a session worked in, with the session.
type project struct {
	t        *testing.T
	folder   string
	files    *memoryfiles.Files
	database *database.Database
}

func newProject(t *testing.T) *project {
	p := &project{t: t, folder: t.TempDir(), files: memoryfiles.New(t)}
	p.files.Begin("s1", p.folder)
	d, err := database.Open(t.Context(), database.Options{Folder: p.files.Folder, Tenant: "t"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	p.database = d
	return p
}

// edit writes a file by a call of the session. Without content it is only named.
func (p *project) edit(path, content string) {
	p.t.Helper()
	if content != "" {
		if err := os.WriteFile(filepath.Join(p.folder, path), []byte(content), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	p.files.Say("s1", memory.KindCall, "edit "+path+content,
		memoryfiles.Calls(path, timeline.Edit, "Edit", map[string]any{"path": path}))
}

func (p *project) update() Report {
	p.t.Helper()
	p.files.Write()
	if _, err := p.database.Load(p.t.Context(), nil); err != nil {
		p.t.Fatal(err)
	}
	report, err := Update(p.t.Context(), p.database)
	if err != nil {
		p.t.Fatal(err)
	}
	return report
}

func (p *project) ask(query string) (all []string) {
	p.t.Helper()
	rows, err := p.database.Sessions().Query(query)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			p.t.Fatal(err)
		}
		all = append(all, row)
	}
	return all
}

const (
	functionRows = `SELECT concat_ws(' ', name, kind, scope, start_line, end_line, signature) FROM functions ORDER BY path, start_line`
	edgeRows     = `SELECT concat_ws(' ', a.name, '->', e.callee_name, coalesce(b.scope || '.' || b.name, '?'), e.line, e.confidence)
		FROM edges e JOIN functions a ON a.id = e.caller_id LEFT JOIN functions b ON b.id = e.callee_id ORDER BY e.path, e.line, e.callee_name`
)

func TestFunctionsOfGo(t *testing.T) {
	p := newProject(t)
	p.edit("a.go",
		"package a\n\nimport \"fmt\"\n\nfunc Run(n int, names ...string) (err error) {\n\tfmt.Println(len(names))\n\thelp[int](n)\n\treturn new(Box[int]).Open()\n}\n")
	p.edit("b.go",
		"package a\n\ntype Box[T any] struct{}\n\nfunc (b *Box[T]) Open() error { return nil }\n\nfunc help[T any](T) {}\n")
	report := p.update()
	if want := (Report{Files: 2, Functions: 3, Edges: 3, NoCtags: report.NoCtags}); report != want {
		t.Errorf("%+v, want %+v", report, want)
	}
	want := []string{"Run function  5 9 (n int, names ...string) (err error)", "Open method Box 5 5 () error",
		"help function  7 7 [T any](T)"}
	if diff := cmp.Diff(want, p.ask(functionRows)); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
	want = []string{"Run -> Println ? 6 0.6", "Run -> help .help 7 0.9", "Run -> Open Box.Open 8 0.6"}
	if diff := cmp.Diff(want, p.ask(edgeRows)); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
}

func TestFilesThatHaveNotChangedAreNotReadAgain(t *testing.T) {
	p := newProject(t)
	p.edit("a.go", "package a\nfunc A() { B() }\n")
	p.edit("c.go", "package a\nfunc C() {}\n")
	p.update()
	if report := p.update(); report.Files != 0 || report.Unchanged != 2 {
		t.Errorf("%+v", report)
	}
	p.edit("b.go", "package a\nfunc B() {}\n")
	if err := os.Remove(filepath.Join(p.folder, "c.go")); err != nil {
		t.Fatal(err)
	}
	if report := p.update(); report.Files != 1 || report.Unchanged != 1 || report.Gone != 1 {
		t.Errorf("%+v", report)
	}
	if diff := cmp.Diff([]string{"A -> B .B 2 0.9"}, p.ask(edgeRows)); diff != "" {
		t.Errorf("the call in a file that has not changed finds its function (-want +got):\n%s", diff)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(p.folder, "b.go"), later, later); err != nil {
		t.Fatal(err)
	}
	before := p.ask(functionRows)
	p.update()
	if diff := cmp.Diff(before, p.ask(functionRows)); diff != "" {
		t.Errorf("after a change of nothing but the time (-before +after):\n%s", diff)
	}
}

func TestCodeWithMistakes(t *testing.T) {
	p := newProject(t)
	p.edit("a.go", "package a\nfunc A() {\n}\nfunc (\n")
	p.edit("b.go", "\x00\xff{{{")
	p.edit("deep.go", "package a\nvar x = "+strings.Repeat("(", 500_000))
	if report := p.update(); report.Files != 3 {
		t.Errorf("%+v", report)
	}
	if got := p.ask(functionRows); len(got) == 0 || got[0] != "A function  2 3 ()" {
		t.Errorf("%v", got)
	}
}

func TestFunctionsOfOtherLanguages(t *testing.T) {
	if _, problem := findCtags(t.Context()); problem != "" {
		t.Skip(problem)
	}
	p := newProject(t)
	p.edit("a.py",
		"class Box:\n    def open(self, n):\n        if (n):\n            return help_me(n)\n\ndef help_me(n):\n    return n\n")
	p.edit("data.json", "{\"a\": 1}\n")
	report := p.update()
	if report.Files != 1 || report.NoCtags != "" {
		t.Errorf("%+v", report)
	}
	want := []string{"open member Box 2 4 (self, n)", "help_me function  6 7 (n)"}
	if diff := cmp.Diff(want, p.ask(functionRows)); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"open -> help_me .help_me 4 0.3"}, p.ask(edgeRows)); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
}

func TestOtherTenantsCodeStays(t *testing.T) {
	p := newProject(t)
	p.edit("a.go", "package a\nfunc A() {}\n")
	p.update()
	other, err := database.Open(t.Context(), database.Options{Folder: p.files.Folder, Tenant: "other"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	if report, err := Update(t.Context(), other); err != nil || report.Gone+report.Files+report.Unchanged != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if got := p.ask("SELECT tenant_id FROM functions"); fmt.Sprint(got) != "[t]" {
		t.Errorf("%v", got)
	}
}

func FuzzGuessCalls(f *testing.F) {
	f.Add("def a():\n  b()\n", 1, 2)
	f.Fuzz(func(_ *testing.T, content string, start, end int) {
		one := &file{content: []byte(content), functions: []Function{{Name: "a", Start: max(1, start), End: end}}}
		one.guessCalls()
		parseGo(&file{content: []byte(content)})
	})
}
