package worktree_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
)

// expectConflict compares an error with the files that it has to name, and the folder with what it was.
func (p project) expectConflict(err error, before map[string]string, files ...string) {
	p.Helper()
	conflict := (*worktree.Conflict)(nil)
	if !errors.As(err, &conflict) {
		p.Fatalf("got %v", err)
	}
	if !slices.Equal(conflict.Files, files) {
		p.Errorf("the conflict is in %q", conflict.Files)
	}
	if difference := cmp.Diff(before, p.picture()); difference != "" {
		p.Errorf("the folder was touched:\n%s", difference)
	}
}

// done makes a snapshot, a tree in which something is done, and commits that.
func (p project) done(do func(in project)) (s worktree.Snapshot, commit string) {
	p.Helper()
	s = p.take()
	tree, in := p.add(s, "tree")
	do(in)
	return s, p.commitTree(tree)
}

func TestChangesAreAppliedBesideTheUsersOwn(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			p.write("dirty.txt", "not committed\n")
			s, commit := p.done(func(in project) {
				in.write("main.txt", "one\ntwo\nthree\nfour\n")
				in.write("made/new.txt", "new\n")
				in.remove("docs/guide.txt")
				if err := os.Symlink("main.txt", in.path("link")); err != nil {
					t.Fatal(err)
				}
			})
			p.write("main.txt", "zero\none\ntwo\nthree\n")
			p.write("later.txt", "the user's\n")
			want := with(files(t, p.dir), "main.txt", "zero\none\ntwo\nthree\nfour\n", "made/new.txt", "new\n",
				"docs/guide.txt", "", "link", "-> main.txt")
			applied, err := s.Apply(t.Context(), commit, nil)
			if err != nil || len(applied.Changes) != 4 || applied.Commit != "" {
				t.Fatalf("%+v, %v", applied, err)
			}
			p.expect(want)
		})
	}
}

func TestApplyLeavesIndexAndBranchesAlone(t *testing.T) {
	p := newProject(t)
	p.write("staged.txt", "staged\n")
	p.git("add", "staged.txt")
	s, commit := p.done(func(in project) { in.write("main.txt", "done\n") })
	before := p.picture()
	if _, err := s.Apply(t.Context(), commit, nil); err != nil {
		t.Fatal(err)
	}
	after := p.picture()
	delete(before, "main.txt")
	delete(after, "main.txt")
	delete(before, ".") // the folder's own time
	delete(after, ".")
	if difference := cmp.Diff(before, after); difference != "" {
		t.Errorf("something else was touched:\n%s", difference)
	}
	if status := p.git("status", "--porcelain"); status != " M main.txt\nA  staged.txt" {
		t.Errorf("the status is\n%s", status)
	}
}

func TestApplyTwiceChangesNothingMore(t *testing.T) {
	p := newProject(t)
	s, commit := p.done(func(in project) { in.write("main.txt", "done\n") })
	for n := 1; n >= 0; n-- {
		if applied, err := s.Apply(t.Context(), commit, nil); err != nil || len(applied.Changes) != n {
			t.Errorf("%+v, %v", applied, err)
		}
	}
}

func TestConflictsWithTheUsersChangesTouchNothing(t *testing.T) {
	p := newProject(t)
	s, commit := p.done(func(in project) {
		in.write("main.txt", "one\ntheirs\nthree\n")
		in.write("free.txt", "no conflict\n")
		in.write("both.txt", "theirs\n")
		in.write("docs/guide.txt", "theirs\n")
	})
	p.write("main.txt", "one\nours\nthree\n")
	p.write("both.txt", "ours\n")
	p.remove("docs/guide.txt")
	before := p.picture()
	_, err := s.Apply(t.Context(), commit, nil)
	p.expectConflict(err, before, "both.txt", "docs/guide.txt", "main.txt")
}

// TestIgnoredFilesOfTheUserAreNotOverwritten has files in the way that no snapshot knows.
func TestIgnoredFilesOfTheUserAreNotOverwritten(t *testing.T) {
	p := newProject(t)
	s, commit := p.done(func(in project) {
		in.write(".gitignore", "")
		in.write("a.ignored", "theirs\n")
		in.write("b.ignored/inner.txt", "theirs\n")
		in.write("build", "a file\n")
		in.write("c.ignored", "no conflict\n")
	})
	p.write("a.ignored", "the user's\n")
	p.write("b.ignored", "the user's\n")
	p.write("build/result.txt", "the user's\n")
	before := p.picture()
	_, err := s.Apply(t.Context(), commit, nil)
	p.expectConflict(err, before, "a.ignored", "b.ignored/inner.txt", "build")
}

func TestFolderAndFileChangePlaces(t *testing.T) {
	p := newProject(t)
	s, commit := p.done(func(in project) {
		in.remove("docs")
		in.write("docs", "a file\n")
		in.remove("main.txt")
		in.write("main.txt/inner.txt", "a folder\n")
	})
	if _, err := s.Apply(t.Context(), commit, nil); err != nil {
		t.Fatal(err)
	}
	p.expect(map[string]string{".gitignore": "*.ignored\nbuild/\n", "docs": "a file\n",
		"main.txt/inner.txt": "a folder\n"})
}

// TestOldGitCombinesFilesThatOneSideChanged is what is done before git 2.38.
func TestOldGitCombinesFilesThatOneSideChanged(t *testing.T) {
	p := newProject(t)
	s, theirs := p.done(func(in project) {
		in.write("main.txt", "theirs\n")
		in.remove("docs")
		in.write("docs", "a file\n")
	})
	p.write("ours.txt", "ours\n")
	tree, err := s.CombineFiles(t.Context(), p.take().Commit, theirs)
	if err != nil {
		t.Fatal(err)
	}
	if list := p.git("ls-tree", "-r", "--name-only", tree); list != ".gitignore\ndocs\nmain.txt\nours.txt" ||
		p.git("show", tree+":main.txt") != "theirs" {
		t.Errorf("it has\n%s", list)
	}
	p.write("docs/ours.txt", "where they have a file\n")
	before := p.picture()
	_, err = s.CombineFiles(t.Context(), p.take().Commit, theirs)
	p.expectConflict(err, before, "docs")
}
