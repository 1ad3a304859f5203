package journey_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/testkit"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/runs"
)

// isolated has git know nothing of this machine.
func isolated(t *testing.T) {
	t.Helper()
	end, err := testkit.IsolateGit(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=User", "-c", "user.email=user@example.com"},
		args...)...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, output)
	}
	return strings.TrimSpace(string(output))
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(path), 0o600); err != nil {
		t.Fatal(err)
	}
}

// snapshot is that of a new repository.
func snapshot(t *testing.T) worktree.Snapshot {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "app")
	git(t, "/", "init", "-q", dir)
	write(t, filepath.Join(dir, "main.txt"))
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "Begin")
	s, err := worktree.Take(t.Context(), dir, worktree.Options{State: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// arrive has a snapshot arrive in a clone of its repository.
func arrive(t *testing.T, arrivals journey.Arrivals, s worktree.Snapshot) (a journey.Arrival, clone string) {
	t.Helper()
	clone = filepath.Join(t.TempDir(), "clone")
	git(t, "/", "clone", "-q", s.Dir, clone)
	tips, err := travel.TipsOf(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := travel.OriginOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := parcel.Pack(t.Context(), &text, parcel.Load{Origin: o, Snapshot: &s, Tips: tips}); err != nil {
		t.Fatal(err)
	}
	if a, err = arrivals.Take(t.Context(), "laptop", &text, []string{clone}); err != nil {
		t.Fatal(err)
	}
	return a, clone
}

func TestArrivalLeavesNothingBehind(t *testing.T) {
	isolated(t)
	arrivals, left := journey.OpenArrivals(t.TempDir()), journey.OpenDepartures(t.TempDir())
	s := snapshot(t)
	a, clone := arrive(t, arrivals, s)
	if a.Project != "app" || a.Landed.Tree.Snapshot.Repository != clone {
		t.Fatalf("it is %+v", a)
	}
	before := git(t, clone, "for-each-ref")
	if err := arrivals.Check(t.Context(), a, left); err != nil {
		t.Errorf("nothing was done, and it says %v", err)
	}
	write(t, filepath.Join(a.Dir, "done.txt"))
	if err := arrivals.Check(t.Context(), a, left); !errors.Is(err, journey.ErrUnfetched) ||
		!strings.Contains(err.Error(), "stead/on-"+a.ID) {
		t.Errorf("of work that was not fetched it says %v", err)
	}
	if err := arrivals.Fetch(a, []string{git(t, a.Dir, "rev-parse", "HEAD")}); err != nil {
		t.Fatal(err)
	}
	a, err := arrivals.Find(a.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := arrivals.Check(t.Context(), a, left); err != nil {
		t.Errorf("of work that was fetched it says %v", err)
	}
	d := journey.Departure{Machine: "builder", Arrival: "7", Snapshot: worktree.Snapshot{Dir: a.Dir}}
	if err := left.Save(d); err != nil {
		t.Fatal(err)
	}
	if err := arrivals.Check(t.Context(), a, left); !errors.Is(err, journey.ErrUnfetched) ||
		!strings.Contains(err.Error(), "builder") {
		t.Errorf("of work that has left it for another machine it says %v", err)
	}
	d.Fetched = true
	if err := errors.Join(left.Save(d), arrivals.Check(t.Context(), a, left),
		arrivals.Remove(t.Context(), a)); err != nil {
		t.Errorf("of work that has come back it says %v", err)
	}
	entries, err := os.ReadDir(arrivals.Folder)
	if trees := git(t, clone, "worktree", "list"); err != nil || len(entries) > 0 || strings.Count(trees, "\n") > 0 {
		t.Errorf("left are %v, %v, %s", entries, err, trees)
	}
	if after := git(t, clone, "for-each-ref"); !strings.Contains(before, "stead/") || strings.Contains(after, "stead/") {
		t.Errorf("its refs were\n%s\nand are\n%s", before, after)
	}
}

func TestArrivalGoesWithItsLastRun(t *testing.T) {
	arrivals := journey.OpenArrivals(t.TempDir())
	a, err := arrivals.Take(t.Context(), "laptop", bytes.NewReader(packed(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	first := runs.Run{ID: "1", From: runs.Session{CLI: "universal", Path: a.File},
		Dir: filepath.Join(arrivals.Folder, "parcel-"+a.ID, "tree")}
	second := runs.Run{ID: "2", From: runs.Session{CLI: "codex", Path: "/sessions/1.jsonl"}, Dir: first.Dir}
	other := runs.Run{ID: "3", Dir: "/code/app"}
	for _, c := range []struct {
		run  runs.Run
		all  []runs.Run
		want int
	}{
		{first, []runs.Run{first, second, other}, 0}, {second, []runs.Run{first, second, other}, 0},
		{first, []runs.Run{first, other}, 1}, {second, []runs.Run{second}, 1},
		{other, []runs.Run{first, other}, 0},
	} {
		if got := arrivals.Lasts(c.run, c.all); len(got) != c.want || c.want == 1 && got[0].ID != a.ID {
			t.Errorf("with run %s of %d go %v", c.run.ID, len(c.all), got)
		}
	}
}

// TestOldDeparturesAreForgotten has what left 90 days ago go when something leaves, with the ref that keeps its
// snapshot.
func TestOldDeparturesAreForgotten(t *testing.T) {
	isolated(t)
	departures, now := journey.OpenDepartures(t.TempDir()), time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	old, young, job := snapshot(t), snapshot(t), snapshot(t)
	for _, d := range []journey.Departure{
		{Machine: "desk", Arrival: "1", Snapshot: old, Left: now.AddDate(0, 0, -91)},
		{Job: "job-1", Snapshot: job, Left: now.AddDate(0, 0, -91)},
		{Machine: "desk", Arrival: "2", Snapshot: young, Left: now.AddDate(0, 0, -89)},
		{Machine: "desk", Arrival: "3", Left: now},
	} {
		if err := departures.Save(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := departures.Add(t.Context(), journey.Departure{Machine: "desk", Arrival: "4", Left: now}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"1": false, "2": true, "3": true, "4": true} {
		if _, err := departures.Find("desk", journey.Arrival{ID: id}); (err == nil) != want {
			t.Errorf("%s is %v", id, err)
		}
	}
	if _, err := departures.Find("desk", journey.Arrival{ID: "5", Job: "job-1"}); !errors.Is(err, journey.ErrUnknown) {
		t.Errorf("the job is %v", err)
	}
	for s, want := range map[*worktree.Snapshot]bool{&old: false, &job: false, &young: true} {
		if refs := git(t, s.Dir, "for-each-ref", "refs/stead"); (refs != "") != want {
			t.Errorf("the refs of the snapshot are %q", refs)
		}
	}
}
