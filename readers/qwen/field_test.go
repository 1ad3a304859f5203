package qwen_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
)

// TestFieldBrokenChain reads a session in which a turn is missing. Qwen Code reports the gap and continues after it
// (its pull request 6502): the records before it may have been taken back.
func TestFieldBrokenChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b43564f2-3814-5c76-87e4-e5acbceeb862.jsonl")
	fixtures.Copy(t, "qwen/field/broken-chain.jsonl", path)
	stream, entries := open(t, path)
	want := []string{
		"user: Please add a discount (word plumearly). on branch-1", "assistant: I will (answer figearly). on branch-1",
		"user: Now show the tax (word plumsecond). on branch-1", "assistant: I will (answer figsecond). on branch-1",
		"user: And round the total (word plumlate).", "assistant: I will (answer figlate).",
	}
	if diff := cmp.Diff(want, told(entries)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	named := 0
	for _, e := range entries {
		if e.IsMissing() {
			named++
		}
	}
	if named != 1 || len(stream.Header.Branches) != 1 {
		t.Errorf("%d gaps are named, and there are %d branches", named, len(stream.Header.Branches))
	}
}
