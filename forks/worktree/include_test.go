package worktree_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/forks/worktree"
)

func TestIncludedFilesAreCopiedAndNeverCommitted(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			begin(p)
			p.write(".gitignore", ".env*\nnode_modules/\nbuild/\n*.log\n")
			p.write(".worktreeinclude", "# what a build needs\n.env\nnode_modules/\n*.log\n!big.log\n")
			p.write(".env", "SECRET=1\n")
			p.write("services/api/.env", "SECRET=2\n")
			p.write("node_modules/.bin/tool.js", "#!/usr/bin/env node\n")
			p.write("node_modules/pack/a.txt", "a\n")
			p.write("build/left-out.txt", "\n")
			p.write("big.log", "left out\n")
			p.write("small.log", "copied\n")
			old := time.Now().Add(-time.Hour).Truncate(time.Second)
			if err := errors.Join(os.Chmod(p.path("node_modules/.bin/tool.js"), 0o755),
				os.Symlink("../pack/a.txt", p.path("node_modules/.bin/link")),
				os.Symlink("/etc/passwd", p.path("node_modules/.bin/outside")), os.Chtimes(p.path(".env"), old,
					old), os.Chmod(p.path(".env"), 0o400)); err != nil {
				t.Fatal(err)
			}
			s := p.take()
			tree, in := p.add(s, "tree")
			in.expect(with(files(t, p.dir), "build/left-out.txt", "", "big.log", ""))
			info, err := os.Stat(in.path(".env"))
			if err != nil || !info.ModTime().Equal(old) || info.Mode().Perm() != 0o400 {
				t.Errorf("the copy is of %v, %v", info.ModTime(), info.Mode())
			}
			in.remove(".gitignore")
			in.write("build/result.txt", "made\n")
			p.expectChanges(s.Repository, s.Commit, p.commitTree(tree), "D .gitignore +0 -4", "A build/result.txt +1 -0")
		})
	}
}

func TestPatternsOfTheOptionsAreIncluded(t *testing.T) {
	p := newProject(t)
	p.write("a.ignored", "a\n")
	p.write("build/deep/b.txt", "b\n")
	s, err := worktree.Take(t.Context(), p.dir, worktree.Options{Include: []string{"a.ignored", "/build/deep"}})
	if err != nil {
		t.Fatal(err)
	}
	_, in := p.add(s, "tree")
	in.expect(files(t, p.dir))
}

// TestIncludedFolderIsOnlyCopiedFromTheProject has patterns that would lead out of it.
func TestIncludedFolderIsOnlyCopiedFromTheProject(t *testing.T) {
	p := newProject(t)
	outside := p.in(filepath.Join(p.dir, "..", "outside"))
	outside.write("secret.txt", "secret\n")
	if err := os.Symlink(outside.dir, p.path("build")); err != nil {
		t.Fatal(err)
	}
	p.write(".git/info/exclude", "/build\n")
	p.write(".worktreeinclude", "../outside/\n/build\n/build/secret.txt\n")
	s := p.take()
	_, in := p.add(s, "tree")
	in.expect(with(files(t, p.dir), "build", "-> "+outside.dir))
}

// TestIncludedRepositoryDoesNotShareItsIndex has two in an ignored folder: one whole, and one whose .git leads to what
// belongs to the user's folder.
func TestIncludedRepositoryDoesNotShareItsIndex(t *testing.T) {
	p := newProject(t)
	p.write(".worktreeinclude", "build/\n")
	whole := p.in(p.path("build/whole"))
	whole.write("a.txt", "a\n")
	whole.begin()
	p.git("worktree", "add", "-q", "-b", "side", "build/side")
	_, in := p.add(p.take(), "tree")
	in.expect(files(t, p.dir))
	if top := in.in(in.path("build/whole")).git("rev-parse", "--show-toplevel"); top != in.path("build/whole") {
		t.Errorf("the whole one is %s", top)
	}
	if _, err := os.Stat(in.path("build/side/.git")); err == nil {
		t.Error("the copy leads to the user's worktree")
	}
}
