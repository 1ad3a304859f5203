package travel_test

import (
	"os"
	"slices"
	"testing"

	"stead/forks/worktree/travel"
)

// TestWorkThatIsNowhereElseIsFound works in what has landed, in a repository of the user's and in one that was made for
// it.
func TestWorkThatIsNowhereElseIsFound(t *testing.T) {
	for _, isFresh := range []bool{true, false} {
		here, there := newMachine(t), newMachine(t)
		dir := here.project()
		var found travel.Found
		if !isFresh {
			there.git(there.root, "clone", "-q", dir, there.path("clone"))
			found = travel.Found{Top: there.path("clone"), HasHead: true}
		}
		here.write(dir+"/main.txt", "not committed\n")
		s := here.take(dir)
		tips := here.tips(s, nil)
		landed := there.land(s, tips, here.pack(s, tips), there.landing(found))
		unkept := func(home ...string) []string {
			t.Helper()
			branches, err := landed.Unkept(t.Context(), "Work", home)
			if err != nil {
				t.Fatal(err)
			}
			return branches
		}
		if got := unkept(); len(got) > 0 {
			t.Errorf("fresh %v: of what came %q would be lost", isFresh, got)
		}
		there.write(landed.Tree.Path+"/done.txt", "done\n")
		if got := unkept(); !slices.Equal(got, []string{"stead/run"}) {
			t.Errorf("fresh %v: of uncommitted work %q would be lost", isFresh, got)
		}
		done := there.git(landed.Tree.Path, "rev-parse", "HEAD")
		if got := unkept(done, "no id"); len(got) > 0 {
			t.Errorf("fresh %v: of what is at home %q would be lost", isFresh, got)
		}
		there.write(landed.Tree.Path+"/more.txt", "more\n")
		if got := unkept(done); !slices.Equal(got, []string{"stead/run"}) {
			t.Errorf("fresh %v: of what came later %q would be lost", isFresh, got)
		}
		there.write(landed.Tree.Path+"/third.txt", "third\n")
		onward := there.take(landed.Tree.Path)
		if got := unkept(done, onward.Commit); len(got) > 0 {
			t.Errorf("fresh %v: of what has gone on and come home %q would be lost", isFresh, got)
		}
		there.git(landed.Tree.Path, "branch", "merged")
		if got, want := unkept(done), map[bool][]string{true: {"merged", "stead/run"}}[isFresh]; !slices.Equal(got, want) {
			t.Errorf("fresh %v: with another branch %q would be lost, want %q", isFresh, got, want)
		}
		if err := os.RemoveAll(landed.Tree.Path); err != nil {
			t.Fatal(err)
		}
		if got := unkept(); len(got) > 0 != isFresh {
			t.Errorf("fresh %v: without its folder %q would be lost", isFresh, got)
		}
		if err := os.RemoveAll(landed.Tree.Snapshot.Repository); err != nil {
			t.Fatal(err)
		}
		if got := unkept(); len(got) > 0 {
			t.Errorf("fresh %v: without its repository %q would be lost", isFresh, got)
		}
	}
}
