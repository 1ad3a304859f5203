package worktree_test

import (
	"errors"
	"path/filepath"
	"testing"

	"stead/forks/worktree"
)

// submodule adds a submodule at a place of the project, and commits that.
func (p project) submodule(name string) project {
	p.Helper()
	origin := p.in(filepath.Join(p.dir, "..", "origin-of-"+filepath.Base(name)))
	origin.write("lib.txt", "lib\n")
	origin.begin()
	p.git("submodule", "-q", "add", origin.dir, name)
	p.commit("Add " + name)
	inner := p.in(p.path(name))
	inner.git("config", "user.name", "User")
	inner.git("config", "user.email", "user@example.com")
	return inner
}

func TestSubmoduleIsFilledAsItIsOnDisk(t *testing.T) {
	p := newProject(t)
	inner := p.submodule("libraries/a")
	inner.write("lib.txt", "changed, and not committed\n")
	inner.write("new.txt", "new\n")
	s := p.taken()
	if len(s.Modules) != 1 || !s.Dirty || s.Uncommitted != 3 {
		t.Errorf("%+v", s)
	}
}

func TestCleanSubmoduleLeavesTheProjectClean(t *testing.T) {
	p := newProject(t)
	p.submodule("library")
	if s := p.taken(); s.Dirty || s.Commit != s.Head || s.Modules[0].Commit != s.Modules[0].Head {
		t.Errorf("%+v", s)
	}
}

func TestSubmoduleThatIsNotCheckedOutStaysEmpty(t *testing.T) {
	p := newProject(t)
	p.submodule("library")
	p.git("submodule", "-q", "deinit", "-f", "library")
	if s := p.taken(); len(s.Modules) != 0 || s.Dirty {
		t.Errorf("%+v", s)
	}
}

func TestSubmoduleOfASubmoduleIsFilled(t *testing.T) {
	p := newProject(t)
	inner := p.submodule("library")
	inner.submodule("deep")
	p.commit("Deeper")
	p.taken()
}

func TestRepositoriesThatLieInAFolderAreTaken(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			api := p.in(p.path("api"))
			api.write("api.txt", "api\n")
			api.begin()
			api.git("worktree", "add", "-q", "-b", "side", p.path("api-side"))
			unborn := p.in(p.path("young"))
			unborn.write("young.txt", "no commit yet\n")
			unborn.git("init", "-q")
			if s := p.taken(); len(s.Modules) != 3 {
				t.Errorf("%d modules", len(s.Modules))
			}
		})
	}
}

func TestWorkInAModuleIsCommittedShownAndApplied(t *testing.T) {
	for name, prepare := range map[string]func(p project) project{
		"submodule": func(p project) project {
			p.begin()
			return p.submodule("library")
		},
		"submodule that git is to ignore": func(p project) project {
			p.begin()
			inner := p.submodule("library")
			p.git("config", "-f", ".gitmodules", "submodule.library.ignore", "all")
			p.git("config", "diff.ignoreSubmodules", "all")
			p.commit("Ignore it")
			return inner
		},
		"repository without git around it": func(p project) project {
			inner := p.in(p.path("library"))
			inner.write("lib.txt", "lib\n")
			inner.begin()
			return inner
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			inner := prepare(p)
			inner.write("own.txt", "the user's, not committed\n")
			s := p.take()
			tree, in := p.add(s, "tree")
			in.write("library/lib.txt", "done\n")
			in.write("library/made.txt", "made\n")
			in.write("main.txt", "done\n")
			commit := p.commitTree(tree)
			p.expectChanges(s.Repository, s.Commit, commit, "M library/lib.txt +1 -1", "A library/made.txt +1 -0",
				"M main.txt +1 -3")
			p.expectChanges(tree.Path, s.Commit, commit, "M library/lib.txt +1 -1", "A library/made.txt +1 -0",
				"M main.txt +1 -3")
			p.expectDiff(s.Repository, s.Commit, commit, "-lib\n+done\n", "+made\n")
			want := with(files(t, p.dir), "library/lib.txt", "done\n", "library/made.txt", "made\n", "main.txt", "done\n")
			if _, err := s.Merge(t.Context(), tree.Branch, "Merge", nil); !errors.Is(err, worktree.ErrModules) &&
				!errors.Is(err, worktree.ErrNoGit) {
				t.Errorf("merge: %v", err)
			}
			applied, err := s.Apply(t.Context(), commit, nil)
			if err != nil || len(applied.Changes) != 3 {
				t.Fatalf("%+v, %v", applied, err)
			}
			p.expect(want)
			if err := tree.Remove(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			if tip := inner.git("log", "-1", "--format=%s", "stead/ab-1/tree-library"); tip != "What was done" {
				t.Errorf("the module's branch is at %q", tip)
			}
		})
	}
}

func TestConflictInAModuleTouchesNothing(t *testing.T) {
	p := newProject(t)
	inner := p.submodule("library")
	s := p.take()
	tree, in := p.add(s, "tree")
	in.write("library/lib.txt", "done\n")
	in.write("main.txt", "done\n")
	commit := p.commitTree(tree)
	inner.write("lib.txt", "the user's\n")
	before := p.picture()
	_, err := s.Apply(t.Context(), commit, nil)
	p.expectConflict(err, before, "lib.txt")
}

func TestRepositoryMadeInTheTreeIsTakenAsItsFiles(t *testing.T) {
	p := newProject(t)
	s := p.take()
	tree, in := p.add(s, "tree")
	made := in.in(in.path("made"))
	made.write("app.txt", "app\n")
	made.begin()
	made.write("later.txt", "later\n")
	made.write("x.ignored", "ignored\n")
	commit := p.commitTree(tree)
	p.expectChanges(s.Repository, s.Commit, commit, "A made/.gitignore +2 -0", "A made/app.txt +1 -0",
		"A made/later.txt +1 -0")
}
