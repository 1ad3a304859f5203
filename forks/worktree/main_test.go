package worktree_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"stead/forks/worktree"
	"stead/internal/testkit"
)

// hook is what a hook of git's has in its environment. All tests run as if stead was started by one: what it is told
// there is not meant for it.
var hook = []string{"GIT_DIR=/nowhere", "GIT_INDEX_FILE=/nowhere/index", "GIT_WORK_TREE=/nowhere",
	"GIT_PREFIX=nowhere/", "GIT_OBJECT_DIRECTORY=/nowhere"}

// TestMain has git know nothing of this machine.
func TestMain(m *testing.M) {
	end, err := testkit.IsolateGit(map[string]string{"GIT_AUTHOR_DATE": "1700000000 +0000",
		"GIT_COMMITTER_DATE": "1700000000 +0000"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	usersEnviron = os.Environ()
	for _, entry := range hook {
		name, value, _ := strings.Cut(entry, "=")
		os.Setenv(name, value)
	}
	code := m.Run()
	end()
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// usersEnviron is the environment of who has typed stead's command line.
var usersEnviron []string

// project is a user's folder, and where stead keeps what it makes of it.
type project struct {
	*testing.T
	dir, state string
}

// newFolder makes a folder without git.
func newFolder(t *testing.T) project {
	t.Helper()
	t.Parallel()
	root := t.TempDir()
	p := project{t, filepath.Join(root, "demo-x"), filepath.Join(root, "state")}
	p.write("main.txt", "one\ntwo\nthree\n")
	p.write("docs/guide.txt", "guide\n")
	return p
}

// newProject makes a repository with a commit.
func newProject(t *testing.T) project {
	t.Helper()
	p := newFolder(t)
	p.begin()
	return p
}

// begin makes a repository of the folder.
func (p project) begin() {
	p.Helper()
	p.git("init", "-q", "-b", "main")
	p.git("config", "user.name", "User")
	p.git("config", "user.email", "user@example.com")
	p.write(".gitignore", "*.ignored\nbuild/\n")
	p.commit("Begin")
}

func (p project) commit(message string) {
	p.Helper()
	p.git("add", "-A")
	p.git("commit", "-q", "-m", message)
}

// in returns another folder as a project.
func (p project) in(dir string) project { return project{p.T, dir, p.state} }

func (p project) path(name string) string { return filepath.Join(p.dir, name) }

func (p project) write(name, content string) {
	p.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(p.path(name), []byte(content), 0o644); err != nil {
		p.Fatal(err)
	}
}

func (p project) remove(name string) {
	p.Helper()
	if err := os.RemoveAll(p.path(name)); err != nil {
		p.Fatal(err)
	}
}

func (p project) git(arguments ...string) string {
	p.Helper()
	output, err := p.tryGit(arguments...)
	if err != nil {
		p.Fatalf("git %q: %v: %s", arguments, err, output)
	}
	return output
}

func (p project) tryGit(arguments ...string) (string, error) {
	command := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, arguments...)...)
	command.Dir, command.Env = p.dir, usersEnviron
	output, err := command.CombinedOutput()
	return strings.TrimSuffix(string(output), "\n"), err
}

func (p project) take() worktree.Snapshot {
	p.Helper()
	s, err := worktree.Take(p.Context(), p.dir, worktree.Options{State: p.state})
	if err != nil {
		p.Fatal(err)
	}
	return s
}

// add makes a tree and returns it as a project, too.
func (p project) add(s worktree.Snapshot, name string) (worktree.Tree, project) {
	p.Helper()
	tree, err := s.Add(p.Context(), filepath.Join(p.state, "worktrees", name), "stead/ab-1/"+name)
	if err != nil {
		p.Fatal(err)
	}
	return tree, p.in(tree.Path)
}

func (p project) commitTree(tree worktree.Tree) string {
	p.Helper()
	commit, err := tree.Commit(p.Context(), "What was done")
	if err != nil {
		p.Fatal(err)
	}
	return commit
}

// expect compares what a folder holds, but for .git, with files and their content. A link's content is "-> target",
// "x:" begins that of an executable file.
func (p project) expect(want map[string]string) {
	p.Helper()
	got := files(p.T, p.dir)
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if content, ok := want[name]; !ok || content != got[name] {
			p.Errorf("%q holds %q, want %q (%v)", name, got[name], content, ok)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, ok := got[name]; !ok {
			p.Errorf("%q is missing", name)
		}
	}
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() == ".git" {
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return err
		}
		name, _ := filepath.Rel(dir, path)
		switch {
		case entry.Type() == fs.ModeSymlink:
			target, err := os.Readlink(path)
			all[name] = "-> " + target
			return err
		case entry.Type().IsRegular():
			content, err := os.ReadFile(path)
			info, _ := entry.Info()
			if all[name] = string(content); info.Mode()&0o100 != 0 {
				all[name] = "x:" + all[name]
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// with returns files with others added; those without content are taken away.
func with(all map[string]string, pairs ...string) map[string]string {
	all = maps.Clone(all)
	for i := 0; i < len(pairs); i += 2 {
		if all[pairs[i]] = pairs[i+1]; pairs[i+1] == "" {
			delete(all, pairs[i])
		}
	}
	return all
}
