package worktree_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"stead/forks/worktree"
)

func TestFolderWithoutGitIsTaken(t *testing.T) {
	p := newFolder(t)
	p.write(".gitignore", "*.ignored\n")
	p.write("a.ignored", "not taken\n")
	s := p.taken()
	if !s.Own || s.Head != "" || s.Branch != "" || s.Dirty || !strings.HasPrefix(s.Repository, p.state) {
		t.Errorf("%+v", s)
	}
	if _, err := os.Stat(p.path(".git")); err == nil {
		t.Error("the folder has a repository now")
	}
}

// TestEmptyGitFolderIsNoRepository has one in the folder, above it and below it, as Codex's sandbox leaves them behind.
func TestEmptyGitFolderIsNoRepository(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			for _, empty := range []string{"../.git", ".git", "below/.git"} {
				if err := os.MkdirAll(p.path(empty), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			p.write("below/file", "taken\n")
			s := p.take()
			if s.Own != (name == "without git") || s.Top != p.dir || len(s.Modules) > 0 {
				t.Errorf("%+v", s)
			}
			_, tree := p.add(s, "tree")
			if _, err := os.Stat(tree.path("below/file")); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTwoSnapshotsOfAFolderWithoutGitShareARepository(t *testing.T) {
	p := newFolder(t)
	first := p.take()
	p.write("main.txt", "changed\n")
	p.remove("docs")
	p.write("new.txt", "new\n")
	second := p.take()
	p.expectChanges(second.Repository, first.Commit, second.Commit, "M main.txt +1 -3", "D docs/guide.txt +0 -1",
		"A new.txt +1 -0")
	if first.Repository != second.Repository {
		t.Errorf("%s and %s", first.Repository, second.Repository)
	}
}

func TestRepositoryOfSteadsGoesWithTheLastThatNeedsIt(t *testing.T) {
	p := newFolder(t)
	first, second := p.take(), p.take()
	tree, _ := p.add(first, "tree")
	there := func() bool { _, err := os.Stat(first.Repository); return err == nil }
	for _, forget := range []func() error{
		func() error { return first.Forget(t.Context()) },
		func() error { return second.Forget(t.Context()) },
		func() error { return tree.Remove(t.Context(), true) },
		func() error { return second.Forget(t.Context()) },
	} {
		if !there() {
			t.Fatal("it went too early")
		}
		if err := forget(); err != nil {
			t.Fatal(err)
		}
	}
	if !there() {
		t.Error("a branch was kept, and its repository is gone")
	}
	if err := tree.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if err := first.Forget(t.Context()); err != nil || there() {
		t.Errorf("it is still there, %v", err)
	}
}

// TestFolderThatTheRepositoryAroundIgnoresHasNoGit is where a home folder is a repository that ignores all projects in
// it.
func TestFolderThatTheRepositoryAroundIgnoresHasNoGit(t *testing.T) {
	p := newProject(t)
	p.write("build/main.txt", "a project of its own\n")
	if s := p.in(p.path("build")).taken(); !s.Own || s.Top != p.path("build") {
		t.Errorf("%+v", s)
	}
}

func TestSteadsOwnFolderIsNoPartOfTheProject(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			want := files(t, p.dir)
			p.state = p.path("[stead]/state")
			p.add(p.take(), "before")
			_, tree := p.add(p.take(), "tree")
			tree.expect(want)
		})
	}
}

func TestFolderWithoutGitNeedsAPlaceForItsRepository(t *testing.T) {
	p := newFolder(t)
	if _, err := worktree.Take(t.Context(), p.dir, worktree.Options{}); err == nil ||
		!strings.Contains(err.Error(), "no git repository") {
		t.Errorf("got %v", err)
	}
}

func TestLinkToAFolderIsTheFolder(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			link := p.in(filepath.Join(p.dir, "..", "link"))
			if err := os.Symlink(p.dir, link.dir); err != nil {
				t.Fatal(err)
			}
			s := link.take()
			if s.Top != p.dir {
				t.Errorf("%+v", s)
			}
			_, tree := p.add(s, "tree")
			tree.expect(files(t, p.dir))
		})
	}
}

// TestSnapshotsOfAFolderWithoutGitMeet takes and forgets several at once.
func TestSnapshotsOfAFolderWithoutGitMeet(t *testing.T) {
	p := newFolder(t)
	var all errgroup.Group
	for range 6 {
		all.Go(func() error {
			for range 2 {
				s, err := worktree.Take(t.Context(), p.dir, worktree.Options{State: p.state})
				if err != nil {
					return err
				}
				if err := s.Forget(t.Context()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(p.state, "repositories")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
