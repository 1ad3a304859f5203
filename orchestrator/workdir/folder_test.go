package workdir

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit"
	"stead/orchestrator/source"
	"stead/timeline"
)

// folders makes a home with these folders below it, and a finder for stead that was started in the first.
func folders(t *testing.T, names ...string) (Finder, string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(home, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return Finder{Home: home, Current: filepath.Join(home, names[0])}, home
}

func TestSessionGoesOnInItsFolder(t *testing.T) {
	f, home := folders(t, "here", "app")
	link := filepath.Join(home, "link")
	testkit.Link(t, filepath.Join(home, "app"), link)
	for _, from := range []source.Source{{Dir: filepath.Join(home, "app")}, {Dir: link}} {
		if dir, err := f.Find("", from); err != nil || dir != filepath.Join(home, "app") {
			t.Errorf("%s: %s, %v", from.Dir, dir, err)
		}
	}
}

func TestFolderThatIsGoneIsLookedForNearby(t *testing.T) {
	f, home := folders(t, "here", "code/new/app", "code/other", "code/.hidden/app", "code/node_modules/app",
		"renamed/.git", "a/b/c/d/e/app")
	config := "[remote \"origin\"]\n\turl = https://example.org/app.git\n"
	if err := os.WriteFile(filepath.Join(home, "renamed/.git/config"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	gone := source.Source{Dir: filepath.Join(home, "code/old/app")}
	gone.Stream.Header.Project.Git = &timeline.Git{Remote: "https://example.org/app"}
	_, err := f.Find("", gone)
	var problem *FolderError
	if !errors.As(err, &problem) || !errors.Is(err, ErrNoFolder) || !strings.Contains(err.Error(), gone.Dir) {
		t.Fatalf("error %v", err)
	}
	want := []Near{{filepath.Join(home, "code/new/app"), "a folder of the same name"},
		{filepath.Join(home, "here"), "the current folder"}}
	if !slices.Equal(problem.Near, want) {
		t.Errorf("near are %v, want %v", problem.Near, want)
	}
	// With nothing of its path left, the whole home is looked through.
	gone.Dir = filepath.Join(home, "elsewhere/app")
	_, err = f.Find("", gone)
	want = slices.Insert(want, 0, Near{filepath.Join(home, "renamed"), "a clone of the same repository"})
	if !errors.As(err, &problem) || !slices.Equal(problem.Near, want) {
		t.Errorf("near are %v, want %v", problem.Near, want)
	}
	if hint := problem.Hint(); !strings.Contains(hint, "--cwd "+want[0].Dir+"   a clone") {
		t.Errorf("the hint is %q", hint)
	}
}

func TestFolderIsTheSessionsOwnUnlessAnotherIsNamed(t *testing.T) {
	f, home := folders(t, "here", "app")
	here, app := filepath.Join(home, "here"), filepath.Join(home, "app")
	for _, c := range []struct{ named, session, want string }{{"", app, app}, {here, app, here},
		{here, filepath.Join(home, "gone"), here}} {
		if dir, err := f.Find(c.named, source.Source{Dir: c.session}); err != nil || dir != c.want {
			t.Errorf("%+v: %s, %v", c, dir, err)
		}
	}
	if _, err := f.Find(filepath.Join(home, "wrong"), source.Source{}); !errors.Is(err, ErrNoFolder) {
		t.Errorf("a wrong --cwd gives %v", err)
	}
	if _, err := f.Find("", source.Source{}); err == nil ||
		!strings.Contains(err.Error(), "does not name its working folder") {
		t.Errorf("a session without a folder gives %v", err)
	}
}
