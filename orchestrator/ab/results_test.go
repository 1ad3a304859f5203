package ab_test

import (
	"errors"
	"strings"
	"testing"

	"stead/forks/worktree"
	"stead/orchestrator/ab"
)

func TestDifferenceIsBetweenOneAndTheBeginningOrTwo(t *testing.T) {
	c := ab.Contest{Snapshot: worktree.Snapshot{Commit: "0"}, Contestants: []ab.Contestant{
		{Name: "claude", Commit: "1"}, {Name: "codex", Commit: "2"}, {Name: "pi", State: ab.Failed, Reason: "it\nbroke"},
	}}
	for _, one := range []struct {
		names    []string
		from, to string
		wrong    string
	}{
		{[]string{"claude"}, "0", "1", ""},
		{[]string{"claude", "2"}, "1", "2", ""},
		{[]string{"codex", "claude"}, "2", "1", ""},
		{[]string{"pi"}, "", "", "pi left no work: failed: it broke"},
		{[]string{"claude", "pi"}, "", "", "pi left no work"},
	} {
		from, to, err := c.Difference(one.names[0], one.names[1:]...)
		if from != one.from || to != one.to || (err == nil) != (one.wrong == "") || err != nil &&
			!strings.Contains(err.Error(), one.wrong) {
			t.Errorf("%q: %s to %s, error %v", one.names, from, to, err)
		}
	}
	if _, _, err := c.Difference("gemini"); !errors.Is(err, ab.ErrNobody) {
		t.Errorf("who did not take part gives %v", err)
	}
}

func TestCleaningRemovesWhatIsLeft(t *testing.T) {
	copies := ab.Contest{Contestants: []ab.Contestant{{Tree: "/trees/1", Branch: "b"}}}
	branches := ab.Contest{Contestants: []ab.Contestant{{Branch: "b"}}}
	for _, c := range []struct {
		of             ab.Contest
		copies, branch bool
	}{{ab.Contest{}, false, false}, {copies, true, true}, {branches, false, true}} {
		if c.of.HasLeft(ab.Cleaning{}) != c.copies || c.of.HasLeft(ab.Cleaning{Branches: true}) != c.branch {
			t.Errorf("%+v has left the wrong things", c.of.Contestants)
		}
	}
}

func TestContestantWithoutWorkHasChangedNothing(t *testing.T) {
	c := ab.Contest{Snapshot: worktree.Snapshot{Repository: t.TempDir(), Commit: "0"}}
	for _, one := range []ab.Contestant{{Commit: "1"}, {Files: 1, Commit: "gone"}} {
		if changes := c.Changes(t.Context(), one); changes != nil {
			t.Errorf("%+v has changed %v", one, changes)
		}
	}
}
