package api_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/forks/worktree"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/ui/model"
)

// repository makes one of two commits, and returns it and both.
func repository(t *testing.T) (folder, before, after string) {
	t.Helper()
	folder = t.TempDir()
	command := exec.Command("sh", "-ec", `git init -q . && git config user.name n && git config user.email e@example.com
echo one > a; printf 'a\0' > b; git add . && git commit -qm 1; git rev-parse HEAD
echo two > a; printf 'b\0' > b; seq 1 3000 > long; git add . && git commit -qm 2; git rev-parse HEAD`)
	command.Dir, command.Env = folder, []string{"PATH=/usr/bin:/bin", "HOME=" + folder}
	said, err := command.Output()
	commits := strings.Fields(string(said))
	if err != nil || len(commits) != 2 {
		t.Fatalf("%q %v", said, err)
	}
	return folder, commits[0], commits[1]
}

// wanted checks what was changed between the two.
func wanted(t *testing.T, d model.Diff) {
	t.Helper()
	if len(d.Files) != 3 || d.Left != 0 {
		t.Fatalf("%+v", d)
	}
	a, b, long := d.Files[0], d.Files[1], d.Files[2]
	if a.Path != "a" || strings.Join(a.Hunks[0].Lines, " ") != "-one +two" || b.Path != "b" || !b.Binary ||
		len(b.Hunks) != 0 {
		t.Errorf("%+v, %+v", a, b)
	}
	if long.Added != 3000 || long.More != 1000 || len(long.Hunks[0].Lines) != 2000 {
		t.Errorf("of %d lines %d are left out", long.Added, long.More)
	}
}

func TestDiffOfAContestantIsTold(t *testing.T) {
	m := newMachine(t)
	folder, before, after := repository(t)
	id, err := ab.Open(m.data()).Create(m.shown.Options.Now())
	if err != nil {
		t.Fatal(err)
	}
	err = ab.Open(m.data()).Save(ab.Contest{ID: id, Status: runs.Completed,
		Snapshot: worktree.Snapshot{Repository: folder, Commit: before}, Contestants: []ab.Contestant{
			{Name: "codex", State: ab.Done, Commit: after}, {Name: "lost", State: ab.Done, Commit: strings.Repeat("0", 40)},
			{Name: "late", State: ab.Failed},
		}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"codex", "1"} {
		var d model.Diff
		m.get("/contests/"+id+"/diffs/"+name, &d)
		wanted(t, d)
	}
	for name, want := range map[string]int{"nobody": http.StatusNotFound, "lost": http.StatusConflict,
		"late": http.StatusConflict, "-p": http.StatusNotFound} {
		if status, p := m.problem("/api/v1/contests/" + id + "/diffs/" + name); status != want {
			t.Errorf("of %s: %d %+v", name, status, p)
		}
	}
	if err := os.RemoveAll(filepath.Join(folder, ".git")); err != nil {
		t.Fatal(err)
	}
	if status, p := m.problem("/api/v1/contests/" + id + "/diffs/codex"); status != http.StatusConflict {
		t.Errorf("of a repository that is gone: %d %+v", status, p)
	}
}

func TestDiffOfAStepIsTold(t *testing.T) {
	m := newMachine(t)
	folder, before, after := repository(t)
	id, err := chain.Open(m.data()).Create(m.shown.Options.Now())
	if err != nil {
		t.Fatal(err)
	}
	err = chain.Open(m.data()).Save(chain.Chain{ID: id, Status: chain.Completed,
		Start: worktree.Snapshot{Repository: folder, Commit: before}, Attempts: []chain.Attempt{
			{Step: "build", Number: 1, Before: before, After: before}, {Step: "build", Number: 2, Before: before, After: after},
			{Step: "look", Number: 1},
		}})
	if err != nil {
		t.Fatal(err)
	}
	var d model.Diff
	m.get("/chains/"+id+"/diffs/build", &d)
	wanted(t, d)
	m.get("/chains/"+id+"/diffs/build?attempt=1", &d)
	if d.Files == nil || len(d.Files) != 0 {
		t.Errorf("the first attempt has changed %+v", d)
	}
	for name, want := range map[string]int{"build?attempt=3": http.StatusNotFound, "none": http.StatusNotFound,
		"look": http.StatusConflict} {
		if status, p := m.problem("/api/v1/chains/" + id + "/diffs/" + name); status != want {
			t.Errorf("of %s: %d %+v", name, status, p)
		}
	}
}
