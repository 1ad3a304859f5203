package origin_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"stead/catalog/origin"
	"stead/forks"
	"stead/forks/worktree"
	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// noted is what stead has noted, in folders of a test.
type noted struct {
	origin.Options
	t testing.TB
}

func newNoted(t testing.TB) noted {
	t.Helper()
	data := t.TempDir()
	return noted{origin.Options{Lineage: forks.OpenLog(data), Runs: runs.Open(data), Data: data, State: t.TempDir()}, t}
}

func (n noted) run(r runs.Run) {
	n.t.Helper()
	if err := os.MkdirAll(n.Runs.Dir(r.ID), 0o700); err != nil {
		n.t.Fatal(err)
	}
	if err := n.Runs.Save(r); err != nil {
		n.t.Fatal(err)
	}
}

func (n noted) node(node forks.Node) {
	n.t.Helper()
	if err := n.Lineage.Append(node); err != nil {
		n.t.Fatal(err)
	}
}

func (n noted) read() *origin.Origins {
	n.t.Helper()
	o, err := origin.Read(n.t.Context(), n.Options)
	if err != nil {
		n.t.Fatal(err)
	}
	return o
}

func (n noted) of(cli, id string) origin.Origin {
	return n.read().Of(timeline.Summary{CLI: cli, ID: id})
}

func session(cli, id string) runs.Session { return runs.Session{CLI: cli, ID: id, Path: "/" + id} }

// continued is a run that has taken claude:a on in codex:b, mirrored it in claude:m, and has ended an hour after noon.
func continued() runs.Run {
	return runs.Run{
		ID: "20261120-120000-aaaa", From: session("claude", "a"), To: session("codex", "b"), Status: runs.Completed,
		Lines:   10,
		Started: noon, DurationMS: time.Hour.Milliseconds(), Turns: 2, FinalText: "Done.",
		Mirrors: []runs.Mirror{{Session: session("claude", "m"), Since: 10, Lines: 14}},
	}
}

func TestRecordOfARunSaysWhereItsSessionsComeFrom(t *testing.T) {
	n := newNoted(t)
	n.run(continued())
	if got := n.of("claude", "a"); got.Kind != "" || got.Of != "" || got.IsCopy(noon.Add(-time.Hour), 9) {
		t.Errorf("the source is %+v", got)
	}
	made := n.of("codex", "b")
	if made.Kind != timeline.LineageContinue || made.Of != "claude:a" || made.Root != "claude:a" ||
		made.Run != "20261120-120000-aaaa" || made.Lines != 10 {
		t.Errorf("what the run has made is %+v", made)
	}
	if made.IsCopy(noon, 12) {
		t.Error("a session in which a CLI has worked is taken for a copy")
	}
	mirror := n.of("claude", "m")
	if mirror.Kind != forks.Mirror || mirror.Of != "codex:b" || mirror.Root != "claude:a" || mirror.Lines != 14 {
		t.Errorf("the mirror is %+v", mirror)
	}
	for _, c := range []struct {
		updated time.Time
		records int
		copies  bool
	}{
		{noon.Add(30 * time.Minute), 0, true}, {noon.Add(time.Hour), 0, true}, {noon.Add(2 * time.Hour), 0, false},
		{noon.Add(2 * time.Hour), 14, true}, {noon, 15, false},
	} {
		if mirror.IsCopy(c.updated, c.records) != c.copies {
			t.Errorf("a mirror of %v with %d records: copy is %v", c.updated, c.records, !c.copies)
		}
	}
}

func TestSourceThatIsItsOwnMirrorHasDeliveredRecords(t *testing.T) {
	n := newNoted(t)
	r := continued()
	r.Mirrors = []runs.Mirror{{Session: r.From, Source: true, Since: 6, Lines: 9}}
	n.run(r)
	if got := n.of("claude", "a"); got.Kind != "" || got.After != 6 || got.Lines != 9 || got.IsCopy(noon, 9) {
		t.Errorf("it is %+v", got)
	}
}

func TestRunThatWentThroughSeveralCLIs(t *testing.T) {
	n := newNoted(t)
	r := continued()
	r.Hops = []runs.Hop{{To: session("gemini", "h"), Lines: 7, Ended: noon.Add(time.Minute)}}
	n.run(r)
	hop := n.of("gemini", "h")
	if hop.Of != "claude:a" || hop.Lines != 7 || hop.IsCopy(noon, 8) {
		t.Errorf("the first is %+v", hop)
	}
	if !hop.IsAtRest(noon.Add(time.Minute)) || hop.IsAtRest(noon.Add(2*time.Minute)) {
		t.Error("the first is at rest until somebody works in it again")
	}
	if last := n.of("codex", "b"); last.Of != "gemini:h" || last.Root != "claude:a" {
		t.Errorf("the last is %+v", last)
	}
}

func TestForkIsACopyUntilItIsUsed(t *testing.T) {
	n := newNoted(t)
	n.run(runs.Run{
		ID: "20261120-120000-bbbb", From: session("claude", "a"), To: session("claude", "f"), Kind: timeline.LineageFork,
		Status: runs.Completed,
		Lines:  5, Started: noon, Unstarted: true,
	})
	fork := n.of("claude", "f")
	if fork.Kind != timeline.LineageFork || !fork.IsCopy(noon, 0) || !fork.IsCopy(noon.Add(time.Hour), 5) {
		t.Errorf("the fork is %+v", fork)
	}
	if fork.IsCopy(noon.Add(time.Hour), 0) || fork.IsCopy(noon.Add(time.Hour), 6) {
		t.Error("a fork in which somebody has worked is taken for a copy")
	}
}

func TestContestantsWorkIsACopyUntilSomebodyGoesOn(t *testing.T) {
	n := newNoted(t)
	r := continued()
	r.Kind, r.Part, r.Mirrors = timeline.LineageAB, &runs.Part{Of: "ab:1", Name: "codex"}, nil
	n.run(r)
	began := runs.Run{ID: "20261120-130000-cccc", To: session("pi", "p"), Part: &runs.Part{Of: "ab:1", Name: "pi"},
		Status: runs.Completed, Started: noon, Turns: 1}
	n.run(began)
	one, own := n.of("codex", "b"), n.of("pi", "p")
	if one.Kind != timeline.LineageAB || one.Part != "ab:1/codex" || one.Root != "claude:a" ||
		!one.IsCopy(noon.Add(time.Hour), 20) {
		t.Errorf("the contestant is %+v", one)
	}
	if one.IsCopy(noon.Add(3*time.Hour), 20) {
		t.Error("a contestant's session that somebody has gone on with is taken for a copy")
	}
	if own.Kind != timeline.LineageAB || own.Of != "" || own.Root != "ab:1" || !own.IsCopy(noon, 3) {
		t.Errorf("who began their own is %+v", own)
	}
}

func TestActiveRunTellsTheState(t *testing.T) {
	n := newNoted(t)
	r := continued()
	r.Status, r.State, r.Supervisor = runs.Running, signals.Working, runs.Self()
	n.run(r)
	if got := n.of("codex", "b"); got.State != signals.Working {
		t.Errorf("the run's session is %q", got.State)
	}
	if got := n.of("claude", "m"); got.State != "" || !got.IsCopy(noon.Add(9*time.Hour), 0) {
		t.Errorf("the mirror of an active run is %+v", got)
	}
	r.Supervisor = runs.Process{PID: os.Getpid(), Started: "another"}
	n.run(r)
	if got := n.of("codex", "b"); got.State != "" {
		t.Errorf("the session of a run whose process is dead is %q", got.State)
	}
}

func TestWhatTheCLIsNoteCounts(t *testing.T) {
	o := newNoted(t).read()
	native := timeline.Summary{CLI: "claude", ID: "child", ForkedFrom: "a"}
	o.Add(native)
	child := o.Of(native)
	if child.Kind != timeline.LineageFork || child.Of != "claude:a" || child.IsCopy(noon, 5) {
		t.Errorf("a fork that the CLI has made is %+v", child)
	}
	agent := o.Of(timeline.Summary{CLI: "claude", ID: "agent", Parent: "child"})
	if agent.Kind != timeline.LineageSubagent || agent.Of != "claude:child" || agent.Root != "claude:a" ||
		agent.IsCopy(noon, 5) {
		t.Errorf("its sub-agent is %+v", agent)
	}
}

func TestLineageAloneIsEnough(t *testing.T) {
	n := newNoted(t)
	n.node(forks.Node{Session: "codex:b", Parent: "claude:a", Kind: timeline.LineageContinue, Run: "gone", Time: noon})
	n.node(forks.Node{Session: "claude:a", Parent: "codex:b", Kind: timeline.LineageContinue, Run: "tampered", Time: noon})
	if got := n.of("codex", "b"); got.Of != "claude:a" || !got.IsCopy(noon, 0) || got.IsCopy(noon.Add(time.Hour), 0) {
		t.Errorf("got %+v", got)
	}
	if err := os.WriteFile(filepath.Join(n.Data, "runs"), []byte("not a folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := origin.Read(t.Context(), n.Options); err == nil {
		t.Error("what cannot be listed is no error")
	}
}

func TestDamagedRecordsAreLeftOut(t *testing.T) {
	n := newNoted(t)
	n.run(continued())
	for name, content := range map[string]string{"20261120-140000-0001": "{", "20261120-140000-0002": `{"to":{"cli":7}}`,
		"20261120-140000-0003": `{}`} {
		if err := os.MkdirAll(n.Runs.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(n.Runs.Dir(name), "run.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := n.of("codex", "b"); got.Of != "claude:a" {
		t.Errorf("got %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := origin.Read(ctx, n.Options); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestContestsWorktreeIsItsProject(t *testing.T) {
	n := newNoted(t)
	record := map[string]any{"contest": "1", "snapshot": map[string]string{"dir": "/code/app/sub", "top": "/code/app"}}
	keep(t, filepath.Join(n.Data, "ab", "1", "ab.json"), record)
	keep(t, filepath.Join(n.Data, "chains", "2", "chain.json"),
		map[string]any{"chain": "2", "start": map[string]string{"top": "/code/lib"}})
	o, trees := n.read(), filepath.Join(n.State, "worktrees")
	for folder, want := range map[string]string{
		filepath.Join(trees, "ab-1", "codex-2", "sub"): "/code/app/sub", filepath.Join(trees, "ab-1", "codex-2"): "/code/app",
		filepath.Join(trees, "chain-2", "x"): "/code/lib/x", filepath.Join(trees, "ab-3", "pi"): filepath.Join(trees,
			"ab-3", "pi"),
		filepath.Join(trees, "fork-4"): filepath.Join(trees, "fork-4"), "/code/app": "/code/app", "": "", trees: trees,
		filepath.Join(trees, "ab-..", "x"): filepath.Join(trees, "ab-..", "x"),
	} {
		if got := o.Project(folder); got != want {
			t.Errorf("%s is %s, want %s", folder, got, want)
		}
	}
	got := o.Of(timeline.Summary{CLI: "codex", ID: "b", Project: filepath.Join(trees, "ab-1", "codex", "sub")})
	if got.Project != "/code/app/sub" {
		t.Errorf("got %+v", got)
	}
}

func TestSessionOfAnotherMachineIsCalledAsItIsThere(t *testing.T) {
	n := newNoted(t)
	r := continued()
	r.Came = &runs.Came{From: "laptop/claude:a"}
	n.run(r)
	if got := n.of(r.To.CLI, r.To.ID); got.Came != "laptop/claude:a" || got.Of == "" {
		t.Errorf("it is %+v", got)
	}
}

// TestCopyOfAnotherMachinesFolderIsThatProject has a copy that belongs to a repository here, and one that belongs to
// none.
func TestCopyOfAnotherMachinesFolderIsThatProject(t *testing.T) {
	n := newNoted(t)
	arrivals := filepath.Join(n.Data, "reach", "arrivals")
	keep(t, filepath.Join(arrivals, "parcel-1", "arrival.json"), map[string]any{"project": "app"})
	keep(t, filepath.Join(arrivals, "parcel-2", "arrival.json"), map[string]any{"project": "there"})
	link := filepath.Join(arrivals, "parcel-2", "tree", ".git")
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(link, []byte("gitdir: /code/here/.git/worktrees/tree\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := n.read()
	for folder, want := range map[string]string{
		filepath.Join(arrivals, "parcel-1", "tree"): "app", filepath.Join(arrivals, "parcel-1", "tree", "sub"): "app",
		filepath.Join(arrivals, "parcel-2", "tree"):        "/code/here",
		filepath.Join(arrivals, "parcel-2", "tree", "sub"): "/code/here/sub",
		filepath.Join(arrivals, "parcel-3", "tree"):        filepath.Join(arrivals, "parcel-3", "tree"), arrivals: arrivals,
	} {
		if got := o.Project(folder); got != want {
			t.Errorf("%s is %s, want %s", folder, got, want)
		}
	}
}

func keep(t *testing.T, path string, record any) {
	t.Helper()
	content, err := json.Marshal(record)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestForksWorktreeIsItsProject has git make the worktree, with a repository and without one.
func TestForksWorktreeIsItsProject(t *testing.T) {
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "User", "GIT_AUTHOR_EMAIL": "user@localhost", "GIT_COMMITTER_NAME": "User",
		"GIT_COMMITTER_EMAIL": "user@localhost",
	} {
		t.Setenv(name, value)
	}
	for _, hasGit := range []bool{true, false} {
		n, dir := newNoted(t), t.TempDir()
		if hasGit {
			for _, args := range [][]string{{"init", "-q"}, {"commit", "-q", "--allow-empty", "-m", "Begin"}} {
				if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
					t.Fatalf("git %v: %v: %s", args, err, out)
				}
			}
		}
		snapshot, err := worktree.Take(t.Context(), dir, worktree.Options{State: n.State, Name: "forks/1"})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := snapshot.Add(t.Context(), filepath.Join(n.State, "worktrees", "fork-1"), "stead/fork-1")
		if err != nil {
			t.Fatal(err)
		}
		if got := n.read().Project(filepath.Join(tree.Dir(), "x")); got != filepath.Join(dir, "x") {
			t.Errorf("with git %v: the worktree of %s is %s", hasGit, dir, got)
		}
	}
}

// TestManyNodesAreReadQuickly bounds what ten thousand nodes allocate: all else is the disk's.
func TestManyNodesAreReadQuickly(t *testing.T) {
	n := newNoted(t)
	for i := range 10_000 {
		n.node(forks.Node{Session: fmt.Sprintf("codex:%d", i+1), Parent: fmt.Sprintf("codex:%d", i/3),
			Kind: timeline.LineageFork, Run: "r", Time: noon})
	}
	var o *origin.Origins
	allocated := testing.AllocsPerRun(1, func() { o = n.read() })
	if got := o.Of(timeline.Summary{CLI: "codex", ID: "10000"}); got.Root != "codex:0" {
		t.Errorf("got %+v", got)
	}
	if perNode := allocated / 10_000; perNode > 60 {
		t.Errorf("%.0f allocations for each node", perNode)
	}
}

func BenchmarkRead(b *testing.B) {
	n := newNoted(b)
	for i := range 10_000 {
		n.node(forks.Node{Session: fmt.Sprintf("codex:%d", i+1), Parent: fmt.Sprintf("codex:%d", i/3),
			Kind: timeline.LineageFork, Run: "r", Time: noon})
	}
	for b.Loop() {
		n.read()
	}
}

func BenchmarkReadRuns(b *testing.B) {
	n := newNoted(b)
	for i := range 1000 {
		r := continued()
		r.ID = fmt.Sprintf("20261120-%06d-aaaa", i)
		n.run(r)
	}
	for b.Loop() {
		n.read()
	}
}

// What a run's record knows of its sessions is still known when the record is removed, also when another run goes on in
// one of them.
func TestSessionsOfARemovedRunKeepTheirOrigin(t *testing.T) {
	n := newNoted(t)
	n.run(continued())
	before := map[runs.Session]origin.Origin{}
	for _, s := range []runs.Session{session("codex", "b"), session("claude", "m")} {
		before[s] = n.of(s.CLI, s.ID)
		if !before[s].IsCopy(noon, 0) && s.CLI == "claude" || before[s].IsCopy(noon, 0) && s.CLI == "codex" {
			t.Fatalf("%s: %+v", s.Reference(), before[s])
		}
	}
	for _, node := range origin.Outlasting(continued()) {
		n.node(node)
	}
	if err := n.Runs.Remove(continued().ID); err != nil {
		t.Fatal(err)
	}
	again := continued()
	again.ID, again.From, again.Lines, again.Mirrors = "20261120-150000-bbbb", session("codex", "b"), 0, nil
	for range 2 {
		for s, want := range before {
			if got := n.of(s.CLI, s.ID); got.After != want.After || got.Lines != want.Lines || got.Of != want.Of ||
				got.Kind != want.Kind || got.IsCopy(noon, 0) != want.IsCopy(noon, 0) {
				t.Errorf("%s is %+v, want %+v", s.Reference(), got, want)
			}
		}
		n.run(again)
	}
}
