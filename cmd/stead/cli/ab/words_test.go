package ab

import (
	"strings"
	"testing"
	"time"

	"stead/forks/worktree"
	"stead/inject"
	"stead/orchestrator/ab"
)

var held = ab.Contest{
	Snapshot: worktree.Snapshot{Commit: "0"},
	Contestants: []ab.Contestant{
		{Name: "claude", State: ab.Done, Commit: "1", Branch: "stead/claude", Files: 2, Model: "opus"},
		{Name: "codex", State: ab.Done, Commit: "2", Checked: &ab.Checked{ExitCode: 2, Output: "line\nlast line\n"}},
		{Name: "pi", State: ab.Failed, Reason: "it broke"},
	},
}

func TestContestantSaysWhyItFailed(t *testing.T) {
	for i, want := range []struct{ remark, check, progress string }{
		{"", "", "claude: done"}, {"last line", "failed 2", "codex: done, check failed 2"},
		{"it broke", "", "pi: failed: it broke"},
	} {
		one := held.Contestants[i]
		if got := remarkOn(one); got != want.remark {
			t.Errorf("the remark on %s is %q", one.Name, got)
		}
		if got := checkWord(one); got != want.check {
			t.Errorf("the check of %s is %q", one.Name, got)
		}
		if got := progressLine(nil, one); got != want.progress {
			t.Errorf("the line is %q", got)
		}
	}
}

func TestMachineOfAContestantIsNamed(t *testing.T) {
	c := ab.Contest{Contestants: []ab.Contestant{{Name: "claude", State: ab.Working, Tree: "/tree"},
		{Name: "codex", Machine: "desk", Model: "gpt", State: ab.Working}}}
	if got := contestants(c); got != "claude, codex on desk (gpt)" {
		t.Errorf("they are called %q", got)
	}
	if got := progressLine(nil, c.Contestants[1]); got != "codex: working on desk" {
		t.Errorf("the line is %q", got)
	}
	b := newTestBoard()
	c.ID = "20261122-120000-0001"
	b.contest = c
	if table := b.table(80, 24); !strings.Contains(table, "claude  here  working") ||
		!strings.Contains(table, "codex   desk  working") {
		t.Errorf("the table is\n%s", table)
	}
	b.contest.Contestants = c.Contestants[:1]
	if table := b.table(80, 24); strings.Contains(table, "here") {
		t.Errorf("with one machine alone the table is\n%s", table)
	}
}

func TestCopiesAreDescribed(t *testing.T) {
	for want, s := range map[string]worktree.Snapshot{
		"":                             {},
		", with 2 uncommitted changes": {Uncommitted: 2},
		"; it has no git, so stead keeps them in a repository of its own": {Own: true},
		"; a merge is in progress, and its files are copied as they are":  {Underway: "merge"},
	} {
		if got := snapshotWords(ab.Contest{Snapshot: s}); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
	bounded := ab.Contest{Allow: inject.Edits, TimeoutMS: time.Hour.Milliseconds()}
	if got := allowanceWords(bounded); !strings.HasSuffix(got, "(--allow edits), for 1h at most") {
		t.Errorf("it says %q", got)
	}
}

func TestWorkThatIsLeftIsNamed(t *testing.T) {
	if got := leftBehind(held); got != "; the work is still on its branches, such as stead/claude" {
		t.Errorf("it says %q", got)
	}
	if got := leftBehind(ab.Contest{Contestants: held.Contestants[2:]}); got != "" {
		t.Errorf("of nothing it says %q", got)
	}
}
