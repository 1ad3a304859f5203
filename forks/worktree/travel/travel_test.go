package travel_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
)

// TestWorkArrivesAndComesHome takes uncommitted work of every kind to a machine that has none, an old, the same, a
// diverged or a shallow clone of the repository.
func TestWorkArrivesAndComesHome(t *testing.T) {
	for name, prepare := range map[string]func(there machine, origin string) (dir string){
		"no repository": func(machine, string) string { return "" },
		"the same": func(there machine, origin string) string {
			there.git(there.root, "clone", "-q", origin, there.path("same"))
			return there.path("same")
		},
		"an older one": func(there machine, origin string) string {
			there.git(there.root, "clone", "-q", origin, there.path("older"))
			there.git(there.path("older"), "update-ref", "refs/heads/main", "HEAD~1")
			there.git(there.path("older"), "update-ref", "-d", "refs/remotes/origin/main")
			return there.path("older")
		},
		"a diverged one": func(there machine, origin string) string {
			there.git(there.root, "clone", "-q", origin, there.path("diverged"))
			there.git(there.path("diverged"), "reset", "-q", "--hard", "HEAD~1")
			there.write(there.path("diverged", "main.txt"), "another\n")
			there.git(there.path("diverged"), "commit", "-qam", "Another way")
			return there.path("diverged")
		},
		"a shallow one": func(there machine, origin string) string {
			there.git(there.root, "clone", "-q", "--depth", "1", "file://"+origin, there.path("shallow"))
			return there.path("shallow")
		},
		"a bare one": func(there machine, origin string) string {
			there.git(there.root, "clone", "-q", "--bare", origin, there.path("bare", ".git"))
			return there.path("bare")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there := newMachine(t), newMachine(t)
			dir := here.project()
			clone := prepare(there, dir)
			here.unsettle(dir)
			s := here.take(dir)
			o := here.origin(s)
			found := travel.Found{}
			if clone != "" {
				if found = there.find(o, there.path("nowhere"), clone); found.Top != clone {
					t.Fatalf("it finds %+v", found)
				}
			}
			before := files(t, there.root, "state")
			tips := here.tips(s, there.haves(found, o))
			landed := there.land(s, tips, here.pack(s, tips), there.landing(found))
			if diff := cmp.Diff(files(t, dir, "cache"), files(t, landed.Tree.Path)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(before, files(t, there.root, "state")); diff != "" {
				t.Errorf("the clone is touched: %s", diff)
			}
			comesHome(t, here, there, s, landed)
		})
	}
}

// comesHome works on what has landed, and takes that home.
func comesHome(t *testing.T, here, there machine, s worktree.Snapshot, landed travel.Landed) {
	t.Helper()
	there.write(landed.Tree.Path+"/done.txt", "done\n")
	there.write(landed.Tree.Path+"/main.txt", "one\ntwo\nthree, changed and done\n")
	tips, err := travel.ResultOf(t.Context(), landed.Tree, "What was done", travel.HavesAt(s))
	if err != nil {
		t.Fatal(err)
	}
	before := files(t, s.Dir)
	commit, err := travel.Bring(t.Context(), s, tips, here.packResult(tips), "stead/run", travel.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, files(t, s.Dir)); diff != "" {
		t.Errorf("the folder is touched: %s", diff)
	}
	if got := here.git(s.Repository, "rev-parse", "stead/run"); got != commit || commit != tips[0].Commit {
		t.Errorf("the branch is %s", got)
	}
	changes, err := worktree.Changes(t.Context(), s.Repository, s.Commit, commit)
	if err != nil || len(changes) != 2 || changes[0].Path != "done.txt" || changes[1].Path != "main.txt" {
		t.Errorf("what was done is %+v, %v", changes, err)
	}
	if _, err := s.Apply(t.Context(), commit, nil); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(s.Dir + "/done.txt"); string(content) != "done\n" {
		t.Errorf("after it was applied the file holds %q", content)
	}
	if err := landed.Remove(t.Context()); err != nil {
		t.Error(err)
	}
	if left := files(t, there.path("state")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// packResult packs what was done.
func (m machine) packResult(tips []travel.Tip) load {
	m.Helper()
	return m.pack(worktree.Snapshot{}, tips)
}
