package codex_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/sample"
	"stead/timeline"
)

// An abandoned branch becomes a session of its own: with what came before the place where it left.
func TestAbandonedBranchesBecomeSessions(t *testing.T) {
	says := func(id, branch string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.User, Content: timeline.NewText(id), Branch: branch}
	}
	s := timeline.Stream{Header: sample.Session().Header, Entries: timeline.Of(
		says("a", ""), says("x", "one"), says("b", ""), says("y", "two"), says("c", ""), says("z", "begin"), says("gone",
			"unlisted"))}
	s.Header.Branches = []timeline.Branch{{ID: "one", ParentID: "a", Entries: 1}, {ID: "two", ParentID: "b", Entries: 1},
		{ID: "begin", Entries: 1}}
	receipt := delivered(t, t.TempDir(), s)
	if len(receipt.Files) != 4 || len(receipt.Branches) != 3 || receipt.Entries != 3 || len(receipt.Losses) != 1 {
		t.Fatalf("%+v", receipt)
	}
	for i, want := range []string{"a b c", "a x", "a b y", "z"} {
		read, entries := open(t, receipt.Files[i])
		got := strings.ReplaceAll(strings.Join(told(entries), " "), "user: ", "")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if l := read.Header.Lineage; i > 0 && (receipt.Branches[i-1] != "codex:"+read.Header.ID || l == nil ||
			l.Parent != "codex:"+receipt.ID || l.Kind != timeline.LineageFork) {
			t.Errorf("%s comes from %+v, reported as %v", want, l, receipt.Branches)
		}
	}
}
