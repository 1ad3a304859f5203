package travel_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/testkit"
)

// TestMain has git know nothing of this machine.
func TestMain(m *testing.M) {
	end, err := testkit.IsolateGit(nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	end()
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// machine has folders and a data folder of stead's own.
type machine struct {
	testing.TB
	root string
}

func newMachine(t testing.TB) machine { return machine{t, t.TempDir()} }

func (m machine) path(parts ...string) string {
	return filepath.Join(append([]string{m.root}, parts...)...)
}

func (m machine) git(dir string, arguments ...string) string {
	m.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=User", "-c", "user.email=user@example.com", "-c",
		"protocol.file.allow=always"}, arguments...)...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err != nil {
		m.Fatalf("git %q: %v: %s", arguments, err, output)
	}
	return strings.TrimSuffix(string(output), "\n")
}

func (m machine) write(path, content string) {
	m.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		m.Fatal(err)
	}
}

// project makes a repository with two commits.
func (m machine) project() string {
	m.Helper()
	dir := m.path("demo")
	m.write(dir+"/main.txt", "one\ntwo\n")
	m.write(dir+"/old.txt", strings.Repeat("a line that is renamed with its file\n", 20))
	m.write(dir+"/gone.txt", "gone\n")
	m.write(dir+"/run.sh", "#!/bin/sh\n")
	m.write(dir+"/docs/guide.txt", "guide\n")
	m.write(dir+"/.gitignore", "*.secret\ncache/\n")
	m.git(m.root, "init", "-q", "-b", "main", dir)
	m.git(dir, "add", "-A")
	m.git(dir, "commit", "-q", "-m", "Begin")
	m.write(dir+"/main.txt", "one\ntwo\nthree\n")
	m.git(dir, "commit", "-qam", "Go on")
	return dir
}

// unsettle leaves every kind of uncommitted work in a folder.
func (m machine) unsettle(dir string) {
	m.Helper()
	m.write(dir+"/main.txt", "one\ntwo\nthree, changed\n")
	m.write(dir+"/staged.txt", "staged\n")
	m.git(dir, "add", "staged.txt")
	m.write(dir+"/staged.txt", "staged, and changed again\n")
	m.write(dir+"/new/untracked.txt", "untracked\n")
	m.git(dir, "mv", "old.txt", "renamed.txt")
	m.write(dir+"/binary.bin", "\x00\xff\x00binary\r\n")
	for _, err := range []error{
		os.Remove(dir + "/gone.txt"), os.Chmod(dir+"/run.sh", 0o755), os.Symlink("docs/guide.txt", dir+"/link"),
		os.Symlink("/nowhere/at/all", dir+"/dangling"),
	} {
		if err != nil {
			m.Fatal(err)
		}
	}
	m.write(dir+"/.worktreeinclude", "*.secret\n")
	m.write(dir+"/key.secret", "do not commit\n")
	m.write(dir+"/cache/large.o", "made again\n")
}

func (m machine) take(dir string) worktree.Snapshot {
	m.Helper()
	s, err := worktree.Take(m.Context(), dir, worktree.Options{State: m.path("state"), Name: "snapshot-run"})
	if err != nil {
		m.Fatal(err)
	}
	return s
}

func (m machine) landing(f travel.Found) travel.Landing {
	return travel.Landing{Found: f, Fresh: m.path("state", "fresh"), Path: m.path("state", "trees", "run"),
		Branch: "stead/run", Name: "snapshot-run"}
}

// load is a cargo in memory.
type load struct{ bundles, included map[int][]byte }

func (l load) Bundle(i int) (io.ReadCloser, error)   { return opened(l.bundles[i]), nil }
func (l load) Included(i int) (io.ReadCloser, error) { return opened(l.included[i]), nil }

func opened(content []byte) io.ReadCloser {
	if content == nil {
		return nil
	}
	return io.NopCloser(bytes.NewReader(content))
}

// pack packs all that is to travel.
func (m machine) pack(s worktree.Snapshot, tips []travel.Tip) load {
	m.Helper()
	l := load{map[int][]byte{}, map[int][]byte{}}
	for i, t := range tips {
		var bundle, included bytes.Buffer
		if any, err := t.Bundle(m.Context(), &bundle); err != nil {
			m.Fatal(err)
		} else if any {
			l.bundles[i] = bundle.Bytes()
		}
		if i >= len(s.Parts()) || s.Repository == "" {
			continue
		}
		if n, err := travel.PackIncluded(m.Context(), s.Parts()[i].Snapshot, &included, travel.Bounds{}); err != nil {
			m.Fatal(err)
		} else if n > 0 {
			l.included[i] = included.Bytes()
		}
	}
	return l
}

func (m machine) tips(s worktree.Snapshot, haves travel.Haves) []travel.Tip {
	m.Helper()
	tips, err := travel.TipsOf(m.Context(), s, haves)
	if err != nil {
		m.Fatal(err)
	}
	return tips
}

func (m machine) land(s worktree.Snapshot, tips []travel.Tip, l load, at travel.Landing) travel.Landed {
	m.Helper()
	landed, err := travel.Land(m.Context(), s, tips, l, at)
	if err != nil {
		m.Fatal(err)
	}
	return landed
}

func (m machine) find(o travel.Origin, folders ...string) travel.Found {
	m.Helper()
	f, _ := travel.Find(m.Context(), folders, o)
	return f
}

func (m machine) haves(f travel.Found, o travel.Origin) travel.Haves {
	m.Helper()
	haves, err := travel.HavesOf(m.Context(), f, o)
	if err != nil {
		m.Fatal(err)
	}
	return haves
}

func (m machine) origin(s worktree.Snapshot) travel.Origin {
	m.Helper()
	o, err := travel.OriginOf(m.Context(), s)
	if err != nil {
		m.Fatal(err)
	}
	return o
}

// files describes all below a folder but for repositories and some names.
func files(t testing.TB, dir string, without ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		for _, skip := range append(without, ".git") {
			if err == nil && (entry.Name() == skip || name == skip) {
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if entry.Type() == fs.ModeSymlink {
			target, err := os.Readlink(path)
			all[name] = "-> " + target
			return err
		}
		content, err := os.ReadFile(path)
		all[name] = fmt.Sprint(info.Mode()&0o100, string(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
