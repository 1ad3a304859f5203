package memory_test

import (
	"strings"
	"testing"

	"stead/catalog/memory"
)

func TestTheSameFindingHasTheSameKey(t *testing.T) {
	key := func(tenant, choice string) string {
		f := memory.Finding{Kind: memory.DecisionKind, Decision: &memory.Decision{Choice: choice}}
		return memory.FindingID(tenant, f.Kind, f.Text())
	}
	if key("", "SQLite") != key("", " `sqlite`. ") {
		t.Error("case, blanks and punctuation make another decision")
	}
	if key("", "SQLite") == key("", "Badger") || key("a", "SQLite") == key("b", "SQLite") {
		t.Error("two choices, or two tenants, share a key")
	}
}

func TestLongStepKeepsItsBothEnds(t *testing.T) {
	long := "head" + strings.Repeat("x", 2*memory.StepLimit) + "tail"
	short := memory.Shorten(long)
	if len(short) > memory.StepLimit+1 || !strings.HasPrefix(short, "head") || !strings.HasSuffix(short, "tail") {
		t.Errorf("%d bytes, from %q to %q", len(short), short[:8], short[len(short)-8:])
	}
	if memory.Shorten("short") != "short" {
		t.Error("a short text was changed")
	}
}
