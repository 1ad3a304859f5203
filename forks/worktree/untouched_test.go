package worktree_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// picture is all that can be seen of a folder and of the user's part of its repository: each byte, mode and time of its
// files, the index, the settings, what is checked out, the refs but those of stead's.
func (p project) picture() map[string]string {
	p.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(p.dir, path)
		if inGit := strings.Contains("/"+filepath.ToSlash(name)+"/", "/.git/"); inGit && !isUsers(entry) {
			return nil
		}
		all[name] = describe(p.T, path)
		if strings.HasPrefix(entry.Name(), "sharedindex.") { // git renews its time whenever it is read
			all[name] = "there"
		}
		return nil
	})
	if err != nil {
		p.Fatal(err)
	}
	for _, ref := range strings.Split(p.git("for-each-ref", "--format=%(refname) %(objectname)"), "\n") {
		if !strings.HasPrefix(ref, "refs/stead/") {
			all["ref "+ref] = "there"
		}
	}
	return all
}

// isUsers names the files in a repository that are the user's.
func isUsers(entry fs.DirEntry) bool {
	if strings.HasPrefix(entry.Name(), "sharedindex.") {
		return true
	}
	switch entry.Name() {
	case "index", "HEAD", "config", "MERGE_HEAD", "exclude", "index.lock", "ORIG_HEAD":
		return true
	}
	return false
}

func describe(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	about := fmt.Sprintf("%v %d", info.Mode(), info.ModTime().UnixNano())
	if info.Mode().IsRegular() {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		about += fmt.Sprintf(" %x", sha256.Sum256(content))
	}
	return about
}

// TestUsersFolderIsNotTouched does all that is done before a winner is picked, in each kind of folder.
func TestUsersFolderIsNotTouched(t *testing.T) {
	for name, prepare := range map[string]func(p project){
		"clean": func(project) {},
		"dirty": func(p project) {
			p.write("main.txt", "changed\n")
			p.write("new.txt", "new\n")
			p.git("add", "new.txt")
			p.write("secret.ignored", "copied\n")
			p.write(".worktreeinclude", "*.ignored\n")
		},
		"with split index and file system monitor": func(p project) {
			p.git("config", "core.splitIndex", "true")
			p.git("config", "core.untrackedCache", "true")
			p.git("update-index", "--split-index")
			p.git("config", "core.fsmonitor", "true")
			p.write("main.txt", "changed\n")
		},
		"with modules": func(p project) {
			p.submodule("library")
			p.write("library/lib.txt", "changed\n")
			p.write("docs/nested/x.txt", "x\n")
			p.in(p.path("docs/nested")).begin()
		},
		"in a merge": func(p project) {
			p.git("checkout", "-q", "-b", "side")
			p.write("main.txt", "side\n")
			p.commit("Side")
			p.git("checkout", "-q", "main")
			p.write("main.txt", "main\n")
			p.commit("Main")
			_, _ = p.tryGit("merge", "side") // a conflict
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			prepare(p)
			p.liveAndLetDie()
		})
	}
	t.Run("without git", func(t *testing.T) { newFolder(t).liveAndLetDie() })
}

// liveAndLetDie has a tree made, worked in and removed, and compares the user's folder before and after.
func (p project) liveAndLetDie() {
	p.Helper()
	look := p.picture
	if _, err := os.Stat(p.path(".git")); err != nil {
		look = func() map[string]string { return p.plainPicture() }
	}
	before := look()
	s := p.take()
	tree, in := p.add(s, "tree")
	in.write("main.txt", "done in the tree\n")
	in.write("made.txt", "made in the tree\n")
	commit := p.commitTree(tree)
	if commit == s.Commit {
		p.Error("nothing was committed")
	}
	if err := tree.Remove(p.Context(), false); err != nil {
		p.Fatal(err)
	}
	if err := s.Forget(p.Context()); err != nil {
		p.Fatal(err)
	}
	if difference := cmp.Diff(before, look()); difference != "" {
		p.Errorf("the folder was touched:\n%s", difference)
	}
}

func (p project) plainPicture() map[string]string {
	all := map[string]string{}
	for name := range files(p.T, p.dir) {
		all[name] = describe(p.T, p.path(name))
	}
	if _, err := os.Lstat(p.path(".git")); err == nil {
		all[".git"] = "made"
	}
	return all
}
