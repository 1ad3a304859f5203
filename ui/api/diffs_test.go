package api_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// A run's folder is compared with the commit that was checked out when the run began, also while it works.
func TestDiffOfARunIsTold(t *testing.T) {
	m := newMachine(t)
	folder, before, after := repository(t)
	r := m.run(runs.Running)
	r.Dir, r.Started = folder, time.Now().Add(time.Second) // after the last commit
	m.save(r)
	var w model.Work
	m.get("/runs/"+r.ID+"/diff", &w)
	if w.Files == nil || len(w.Files) != 0 || w.Base != after || !w.Began {
		t.Errorf("nothing was changed: %+v", w)
	}
	command := exec.Command("git", "reset", "-q", "--soft", before) // the second commit's files are uncommitted now
	command.Dir = folder
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
	r.Started = time.Now().Add(2 * time.Second)
	m.save(r)
	m.get("/runs/"+r.ID+"/diff", &w)
	wanted(t, w.Diff)
	if w.Base != before {
		t.Errorf("it is compared with %s", w.Base)
	}
	writeLines(t, filepath.Join(folder, "long"), 100_000)
	m.get("/runs/"+r.ID+"/diff", &w)
	if f := w.Files[2]; f.Added != 100_000 || f.More != 98_000 {
		t.Errorf("of a diff that is cut, %d lines are added, %d left out", f.Added, f.More)
	}
	r.Dir = t.TempDir()
	m.save(r)
	for name, want := range map[string]int{r.ID: http.StatusConflict, "none": http.StatusNotFound} {
		if status, p := m.problem("/api/v1/runs/" + name + "/diff"); status != want {
			t.Errorf("of %s: %d %+v", name, status, p)
		}
	}
}

func (m *machine) save(r runs.Run) {
	m.t.Helper()
	if err := m.runs.Save(r); err != nil {
		m.t.Fatal(err)
	}
}

func writeLines(t *testing.T, path string, number int) {
	t.Helper()
	var text strings.Builder
	for n := range number {
		fmt.Fprintln(&text, n+1)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
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
