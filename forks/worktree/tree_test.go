package worktree_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"stead/forks/worktree"
)

// trace is what is left of trees in a repository and in stead's folder.
func (p project) trace() string {
	p.Helper()
	entries, err := os.ReadDir(filepath.Join(p.state, "worktrees"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.Fatal(err)
	}
	left := p.git("for-each-ref", "refs/heads/stead") + strings.TrimPrefix(p.git("worktree", "list", "--porcelain"),
		"worktree "+p.dir)
	for _, entry := range entries {
		left += entry.Name()
	}
	registered, _ := os.ReadDir(p.path(".git/worktrees"))
	for _, entry := range registered {
		left += " registered " + entry.Name()
	}
	return left
}

func TestTreesOfOneSnapshotDoNotDisturbEachOther(t *testing.T) {
	p := newProject(t)
	s := p.take()
	commits := map[string]string{}
	for _, name := range []string{"claude", "codex", "gemini"} {
		tree, in := p.add(s, name)
		in.write("main.txt", name+"\n")
		commits[name] = p.commitTree(tree)
	}
	for name, commit := range commits {
		if got := p.git("show", commit+":main.txt"); got != name || p.git("rev-parse", "stead/ab-1/"+name) != commit {
			t.Errorf("%s has %q", name, got)
		}
	}
}

func TestTreeIsFoundAgainByItsRecord(t *testing.T) {
	p := newProject(t)
	p.submodule("library")
	made, in := p.add(p.take(), "tree")
	in.write("main.txt", "done\n")
	data, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	var tree worktree.Tree
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(made, tree); difference != "" {
		t.Errorf("the record is another:\n%s", difference)
	}
	p.commitTree(tree)
	if err := tree.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}

func TestNothingDoneIsTheSnapshotsCommit(t *testing.T) {
	p := newProject(t)
	p.write("main.txt", "dirty\n")
	s := p.take()
	tree, _ := p.add(s, "tree")
	if commit := p.commitTree(tree); commit != s.Commit {
		t.Errorf("%s is not %s", commit, s.Commit)
	}
}

// TestWorkIsCommittedHoweverTheTreeWasLeft has what agents do with git in a tree.
func TestWorkIsCommittedHoweverTheTreeWasLeft(t *testing.T) {
	for name, do := range map[string]func(in project){
		"not committed": func(in project) { in.write("made.txt", "made\n") },
		"committed":     func(in project) { in.write("made.txt", "made\n"); in.commit("Its own") },
		"half staged": func(in project) {
			in.write("made.txt", "mad\n")
			in.git("add", ".")
			in.write("made.txt",
				"made\n")
		},
		"on a branch of its own": func(in project) {
			in.git("checkout", "-q", "-b", "feature")
			in.write("made.txt", "made\n")
			in.commit("Its own")
		},
		"detached": func(in project) {
			in.git("checkout", "-q", "--detach")
			in.write("made.txt", "made\n")
			in.commit("Its own")
		},
		"on an orphan": func(in project) {
			in.git("checkout", "-q", "--orphan", "lonely")
			in.write("made.txt", "made\n")
		},
		"with the lock of a git that was killed": func(in project) {
			in.write("made.txt", "made\n")
			in.writeFile(in.git("rev-parse", "--path-format=absolute", "--git-path", "index.lock"), "")
		},
		"without an index": func(in project) {
			in.write("made.txt", "made\n")
			_ = os.Remove(in.git("rev-parse", "--path-format=absolute", "--git-path", "index"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			s := p.take()
			tree, in := p.add(s, "tree")
			do(in)
			commit := p.commitTree(tree)
			p.expectChanges(s.Repository, s.Commit, commit, "A made.txt +1 -0")
			if tip := p.git("rev-parse", tree.Branch); tip != commit {
				t.Errorf("the branch is at %s", tip)
			}
			if again := p.commitTree(tree); again != commit {
				t.Errorf("committed twice: %s, %s", commit, again)
			}
		})
	}
}

func TestTreeThatIsNoneAnyMoreIsNotCommitted(t *testing.T) {
	for name, do := range map[string]func(in project){
		"gone":               func(in project) { in.remove("") },
		"without its link":   func(in project) { in.remove(".git") },
		"another repository": func(in project) { in.remove(".git"); in.begin() },
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			tree, in := p.add(p.take(), "tree")
			do(in)
			if commit, err := tree.Commit(t.Context(), "Done"); err == nil ||
				p.git("rev-parse", tree.Branch) != tree.Snapshot.Commit {
				t.Errorf("%s, %v", commit, err)
			}
		})
	}
}

func (p project) writeFile(path, content string) {
	p.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		p.Fatal(err)
	}
}

func TestTreeIsCleanAfterItsCommit(t *testing.T) {
	p := newProject(t)
	tree, in := p.add(p.take(), "tree")
	in.write("made.txt", "made\n")
	in.remove("main.txt")
	p.commitTree(tree)
	if status := in.git("status", "--porcelain", "--branch"); status != "## stead/ab-1/tree" {
		t.Errorf("the status is\n%s", status)
	}
}

func TestCommitIsTheUsersOrSteadsWithoutOne(t *testing.T) {
	p := newFolder(t)
	s := p.take()
	tree, in := p.add(s, "tree")
	in.write("made.txt", "made\n")
	if by := in.git("log", "-1", "--format=%an <%ae>", p.commitTree(tree)); by != "stead <stead@localhost>" {
		t.Errorf("it is by %s", by)
	}
	p.begin()
	tree, in = p.add(p.take(), "other")
	in.write("made.txt", "made\n")
	if by := in.git("log", "-1", "--format=%cn <%ae>", p.commitTree(tree)); by != "User <user@example.com>" {
		t.Errorf("it is by %s", by)
	}
}

func TestWhatIsThereIsNotAddedOver(t *testing.T) {
	p := newProject(t)
	s := p.take()
	p.git("branch", "stead/ab-1/taken")
	before := p.trace()
	full := p.in(filepath.Join(p.state, "full"))
	full.write("a.txt", "a\n")
	for path, branch := range map[string]string{full.dir: "stead/ab-1/new",
		filepath.Join(p.state, "worktrees", "x"): "stead/ab-1/taken"} {
		if _, err := s.Add(t.Context(), path, branch); !errors.Is(err, worktree.ErrExists) {
			t.Errorf("%s: got %v", branch, err)
		}
	}
	if after := p.trace(); after != before || files(t, full.dir)["a.txt"] != "a\n" {
		t.Errorf("left:\n%s", after)
	}
}

// TestAddThatFailsLeavesNothing has a filter fail, in the middle of the checkout and in a module.
func TestAddThatFailsLeavesNothing(t *testing.T) {
	p := newProject(t)
	inner := p.submodule("library")
	s := p.take()
	for _, q := range []project{p, inner} {
		folder := q.git("rev-parse", "--path-format=absolute", "--git-common-dir")
		q.writeFile(filepath.Join(folder, "info", "attributes"), "*.txt filter=broken\n")
		q.git("config", "filter.broken.smudge", "false")
		q.git("config", "filter.broken.required", "true")
		before := p.trace()
		if tree, err := s.Add(t.Context(), filepath.Join(p.state, "worktrees", "tree"), "stead/ab-1/tree"); err == nil {
			t.Fatalf("it was made: %+v", tree)
		}
		if after := p.trace(); after != before {
			t.Errorf("left:\n%s\nthere was:\n%s", after, before)
		}
		q.git("config", "filter.broken.smudge", "cat")
	}
}

// TestInterruptedAddLeavesNothing interrupts in the middle of a file's checkout: its filter says when, and would not
// end.
func TestInterruptedAddLeavesNothing(t *testing.T) {
	p := newProject(t)
	p.write(".gitattributes", "main.txt filter=slow\n")
	s := p.take()
	mark := p.state + "-begun"
	p.git("config", "filter.slow.smudge", "touch "+mark+"; exec sleep 600")
	before := p.trace()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := s.Add(ctx, filepath.Join(p.state, "worktrees", "tree"), "stead/ab-1/tree")
		ended <- err
	}()
	p.await(mark)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if after := p.trace(); after != before {
		t.Errorf("left:\n%s", after)
	}
}

// await waits for a file.
func (p project) await(path string) {
	p.Helper()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(limit) {
			p.Fatalf("there is no %s", path)
		}
	}
}

func TestRemoveEndsWhatIsHalfThere(t *testing.T) {
	for name, damage := range map[string]func(p, in project){
		"whole":             func(_, _ project) {},
		"folder gone":       func(_, in project) { in.remove("") },
		"link gone":         func(_, in project) { in.remove(".git") },
		"registration gone": func(p, _ project) { p.remove(".git/worktrees") },
		"branch gone": func(p, in project) {
			in.git("checkout", "-q", "--detach")
			p.git("branch", "-q", "-D", "stead/ab-1/tree")
		},
		"locked while it was made": func(p, _ project) { p.write(".git/worktrees/tree/locked", "initializing") },
		"with folders that nobody may write into": func(_, in project) {
			in.write("cache/mod/file.go", "package mod\n")
			_ = os.Chmod(in.path("cache/mod"), 0o500)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			before := p.trace()
			s := p.take()
			tree, in := p.add(s, "tree")
			damage(p, in)
			for range 2 {
				if err := tree.Remove(t.Context(), false); err != nil {
					t.Fatal(err)
				}
			}
			if after := p.trace(); after != before {
				t.Errorf("left:\n%s", after)
			}
		})
	}
}

func TestRemoveOfATreeThatWasNeverMade(t *testing.T) {
	p := newProject(t)
	tree := worktree.Tree{Path: filepath.Join(p.state, "worktrees", "tree"), Branch: branch, Snapshot: p.take()}
	if err := tree.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	p.remove("")
	if err := tree.Remove(t.Context(), false); err != nil {
		t.Errorf("without the repository: %v", err)
	}
}

func TestBranchIsKept(t *testing.T) {
	p := newProject(t)
	tree, in := p.add(p.take(), "tree")
	in.write("main.txt", "done\n")
	commit := p.commitTree(tree)
	if err := tree.Remove(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if tip := p.git("rev-parse", tree.Branch); tip != commit {
		t.Errorf("the branch is at %s", tip)
	}
}

func TestBranchThatTheUserHasCheckedOutIsNotDeleted(t *testing.T) {
	p := newProject(t)
	tree, in := p.add(p.take(), "tree")
	in.git("checkout", "-q", "--detach")
	p.git("checkout", "-q", tree.Branch)
	if err := tree.Remove(t.Context(), false); err == nil || !strings.Contains(err.Error(), p.dir) {
		t.Errorf("got %v", err)
	}
	p.git("rev-parse", "HEAD^{commit}")
}

// TestWorktreesOfTheUsersStay has one on a disk that is not there just now, which git's own prune would forget.
func TestWorktreesOfTheUsersStay(t *testing.T) {
	p := newProject(t)
	away := filepath.Join(p.dir, "..", "away")
	p.git("worktree", "add", "-q", "-b", "users", away)
	if err := os.RemoveAll(away); err != nil {
		t.Fatal(err)
	}
	tree, _ := p.add(p.take(), "tree")
	if err := tree.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if list := p.git("worktree", "list", "--porcelain"); !strings.Contains(list, "branch refs/heads/users") {
		t.Errorf("there are\n%s", list)
	}
}

// TestManyTreesAreMadeAndRemovedAtOnce is what contests do that meet in one repository.
func TestManyTreesAreMadeAndRemovedAtOnce(t *testing.T) {
	p := newProject(t)
	s := p.take()
	before := p.trace()
	var all errgroup.Group
	for i := range 8 {
		all.Go(func() error {
			name := fmt.Sprintf("tree-%d", i)
			for range 3 {
				tree, err := s.Add(t.Context(), filepath.Join(p.state, "worktrees", name), "stead/ab-1/"+name)
				if err != nil {
					return err
				}
				if err := tree.Remove(t.Context(), false); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	if after := p.trace(); after != before {
		t.Errorf("left:\n%s", after)
	}
}
