package templates_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/testkit"
	"stead/orchestrator/templates"
)

// project makes a repository with templates in it and returns its root, beside a library of it.
func project(t *testing.T, files map[string]string) (string, templates.Library) {
	t.Helper()
	root := t.TempDir()
	write(t, filepath.Join(root, ".git"), "HEAD", "ref: refs/heads/main\n")
	folder := filepath.Join(root, ".stead", "templates")
	for name, content := range files {
		write(t, folder, name+templates.Extension, content)
	}
	return root, templates.Library{Project: folder}
}

func find(t *testing.T, l templates.Library, name string) templates.Template {
	t.Helper()
	found, err := l.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestProjectComesBeforeUserBeforeShipped(t *testing.T) {
	_, l := project(t, map[string]string{"plan": "project"})
	l.User = t.TempDir()
	write(t, l.User, "plan.md", "user")
	write(t, l.User, "review.md", "user")
	for name, want := range map[string]templates.Origin{"plan": templates.Project, "review": templates.User,
		"implement": templates.Shipped} {
		if got := find(t, l, name); got.Origin != want || (got.Path == "") != (want == templates.Shipped) {
			t.Errorf("%s is of %s, in %q", name, got.Origin, got.Path)
		}
	}
}

func TestProjectFolderIsFoundUpToTheRepositorysRoot(t *testing.T) {
	root, l := project(t, map[string]string{"x": "x"})
	deep := filepath.Join(root, "a", "b")
	write(t, filepath.Join(deep, "c", ".git"), "HEAD", "ref: refs/heads/main\n")
	if got, ok := templates.ProjectFolder(deep); got != l.Project || !ok {
		t.Errorf("found %s, %v", got, ok)
	}
	inner := filepath.Join(deep, "c")
	if got, ok := templates.ProjectFolder(inner); got != filepath.Join(inner, ".stead", "templates") || ok {
		t.Errorf("in a repository of its own: %s, %v", got, ok)
	}
}

func TestOutsideOfARepositoryNobodyElsesTemplatesCount(t *testing.T) {
	shared := t.TempDir()
	write(t, shared, ".stead/templates/plan.md", "somebody's")
	mine := filepath.Join(shared, "mine")
	// Codex's sandbox leaves such an empty folder in /tmp
	for _, folder := range []string{mine, filepath.Join(shared, ".git")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got, ok := templates.ProjectFolder(mine); ok || got != filepath.Join(mine, ".stead", "templates") {
		t.Errorf("found %s", got)
	}
	if _, ok := templates.ProjectFolder(shared); !ok {
		t.Error("those of the folder itself were not found")
	}
}

func TestNameThatIsNotThereIsMissed(t *testing.T) {
	_, l := project(t, map[string]string{"house-style": "x"})
	for name, want := range map[string]string{"hose-style": "did you mean house-style?",
		"../../etc/passwd": "there is no such template", "": "there is no"} {
		if _, err := l.Find(name); !errors.Is(err, templates.ErrNotFound) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestTemplateThatIsWrongDoesNotHideTheOthers(t *testing.T) {
	_, l := project(t, map[string]string{"plan": "{{.x}}", "good": "x"})
	all, wrong := l.List()
	if len(all) != 5 || len(wrong) != 1 || !strings.Contains(wrong[0].Error(), "plan.md:1: {{.x}}") {
		t.Errorf("%d are good; wrong are %v", len(all), wrong)
	}
	if _, err := l.Find("plan"); err == nil {
		t.Error("the shipped one was taken in place of one that is wrong")
	}
}

// commands is a project's template that runs something, and leaves a trace of that.
const commands = "---\ninputs: {x: {command: 'touch ran; echo output'}}\n---\n{{.x}}"

func TestListingAndShowingRunsNothing(t *testing.T) {
	root, l := project(t, map[string]string{"x": commands})
	l.List()
	h := templates.Host{Dir: root, Preview: true}
	if got, err := find(t, l, "x").Render(t.Context(), nil, h); err != nil ||
		got != "(output of: touch ran; echo output)" {
		t.Errorf("the preview is %q, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(root, "ran")); err == nil {
		t.Error("the command ran")
	}
}

func TestCommandsOfAProjectNeedTrust(t *testing.T) {
	root, l := project(t, map[string]string{"x": commands})
	x := find(t, l, "x")
	h := templates.Host{Dir: root, Environ: []string{"PATH=/usr/bin:/bin"}}
	if _, err := x.Render(t.Context(), nil, h); !errors.Is(err, templates.ErrUntrusted) ||
		!strings.Contains(err.Error(), "touch ran; echo output") {
		t.Errorf("without trust: %v", err)
	}
	refused := errors.New("no")
	h.Trust = func(context.Context, templates.Template) error { return refused }
	if _, err := x.Render(t.Context(), nil, h); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "ran")); err == nil {
		t.Fatal("the command ran")
	}
	h.Trust = func(context.Context, templates.Template) error { return nil }
	if got, err := x.Render(t.Context(), nil, h); err != nil || got != "output" {
		t.Errorf("trusted: %q, %v", got, err)
	}
	write(t, root, "own/x.md", commands)
	own := find(t, templates.Library{User: filepath.Join(root, "own")}, "x")
	if got, err := own.Render(t.Context(), nil, templates.Host{Dir: root, Environ: h.Environ}); err != nil ||
		got != "output" {
		t.Errorf("the user's own: %q, %v", got, err)
	}
}

func TestApprovalIsOfOneContentInOneProject(t *testing.T) {
	_, first := project(t, map[string]string{"x": commands})
	_, second := project(t, map[string]string{"x": commands})
	_, third := project(t, map[string]string{"x": commands})
	a := templates.Approvals{Folder: filepath.Join(t.TempDir(), "approved")}
	has := func(l templates.Library) bool {
		ok, err := a.Has(find(t, l, "x"))
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if has(first) {
		t.Error("nothing was approved yet")
	}
	if err := a.Add(find(t, first, "x")); err != nil {
		t.Fatal(err)
	}
	write(t, third.Project, "x.md", commands+"more")
	if !has(first) || has(second) || has(third) {
		t.Errorf("approved are %v %v %v", has(first), has(second), has(third))
	}
	write(t, first.Project, "x.md", commands+" changed")
	if has(first) {
		t.Error("it is approved though it has changed")
	}
}

// TestTemplateOfAProjectCannotTakeFilesFromElsewhere: what it reads becomes a prompt, and a prompt leaves the machine.
func TestTemplateOfAProjectCannotTakeFilesFromElsewhere(t *testing.T) {
	outside := write(t, t.TempDir(), "key", "secret")
	root, l := project(t, map[string]string{
		"input": "---\ninputs: {x: {file: " + outside + "}}\n---\n{{.x}}", "body": "{{file `" + outside + "`}}",
		"link":    "{{file `link`}}",
		"up":      "{{file `../" + filepath.Base(filepath.Dir(outside)) + "/key`}}",
		"default": "---\nvars: {p: {type: path, default: " + outside + "}}\n---\n{{file .p}}",
	})
	testkit.Link(t, outside, filepath.Join(root, "link"))
	testkit.Link(t, outside, filepath.Join(l.Project, "self.md"))
	h := templates.Host{Dir: root, Environ: []string{"PATH=/usr/bin:/bin"},
		Trust: func(context.Context, templates.Template) error { return nil }}
	for _, name := range []string{"input", "body", "link", "up", "default"} {
		if got, err := find(t, l, name).Render(t.Context(), nil, h); err == nil || strings.Contains(got, "secret") {
			t.Errorf("%s gives %q, %v", name, got, err)
		}
	}
	if got, err := l.Find("self"); err == nil {
		t.Errorf("a link to a file elsewhere is a template: %q", got.Content)
	}
	if got, err := find(t, l, "default").Render(t.Context(), map[string]string{"p": outside}, h); err != nil ||
		got != "secret" {
		t.Errorf("what the user names is read: %q, %v", got, err)
	}
}
