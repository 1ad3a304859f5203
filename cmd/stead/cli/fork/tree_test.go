package fork

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stead/forks"
	"stead/inject/signals"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
)

func relative(session string, children ...*source.Member) *source.Member {
	return &source.Member{Node: forks.Node{Session: session}, Children: children}
}

func TestTreeIsDrawnFromTheTop(t *testing.T) {
	top := relative("a", relative("b", relative("c"), relative("d")), relative("e", relative("f")))
	var lines []string
	for _, line := range branchesOf(top) {
		lines = append(lines, line.trunk+line.of.Session)
	}
	want := []string{"a", "├─ b", "│  ├─ c", "│  └─ d", "└─ e", "   └─ f"}
	if !slices.Equal(lines, want) {
		t.Errorf("it is\n%s", strings.Join(lines, "\n"))
	}
}

func TestDeepTreeStaysNarrow(t *testing.T) {
	top := relative("0")
	last := top
	for i := range 1000 {
		next := relative(fmt.Sprint(i + 1))
		last.Children, last = []*source.Member{next}, next
	}
	lines := branchesOf(top)
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(line.trunk)))
	}
	if len(lines) != 1001 || widest > 3*(deepest+1) {
		t.Errorf("%d lines, the widest trunk has %d cells", len(lines), widest)
	}
}

func TestReferencesAreShortenedAsFarAsTheyDiffer(t *testing.T) {
	got := shortReferences([]*source.Member{
		relative("claude:0123456789-a1", relative("claude:0123456789-b1"), relative("codex:0123456789-a1")),
		relative("pi:01"), relative("pi:01"),
	})
	want := map[string]string{
		"claude:0123456789-a1": "claude:0123456789-a", "claude:0123456789-b1": "claude:0123456789-b",
		"codex:0123456789-a1": "codex:01234567", "pi:01": "pi:01",
	}
	for reference, short := range want {
		if got[reference] != short {
			t.Errorf("%s is %s, want %s", reference, got[reference], short)
		}
	}
}

func TestRelationIsSaidInAFewWords(t *testing.T) {
	for _, c := range []struct {
		of   source.Member
		want string
	}{
		{source.Member{Node: forks.Node{Kind: timeline.LineageFork}}, ""},
		{source.Member{Node: forks.Node{Parent: "a:1", Kind: timeline.LineageFork, Turn: 3}}, "fork after turn 3"},
		{source.Member{Node: forks.Node{Parent: "a:1", Kind: timeline.LineageContinue}}, "run"},
		{source.Member{Node: forks.Node{Run: "1"}}, "run"},
		{source.Member{Node: forks.Node{Parent: "a:1", Kind: timeline.LineageAB, Part: "ab:1/codex"}}, "a/b codex"},
		{source.Member{Node: forks.Node{Parent: "a:1", Kind: timeline.LineageMerge, With: "codex:0123456789"}},
			"merge with codex:01234567"},
	} {
		if got := whatIs(&c.of); got != c.want {
			t.Errorf("%+v is %q, want %q", c.of.Node, got, c.want)
		}
	}
}

func TestOutcomeIsTheRunsAndTheSessions(t *testing.T) {
	for _, c := range []struct {
		of   source.Member
		want string
	}{
		{source.Member{}, ""},
		{source.Member{Gone: true}, "gone"},
		{source.Member{Outcome: &runs.Run{Status: runs.Completed, Turns: 1, Cost: 0.5}}, "done, 1 turn, $0.50"},
		{source.Member{Gone: true, Outcome: &runs.Run{Status: runs.Running, State: signals.Working}}, "gone, dead"},
	} {
		if got := outcomeOf(&c.of); got != c.want {
			t.Errorf("it is %q, want %q", got, c.want)
		}
	}
}
