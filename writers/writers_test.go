package writers_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

func TestReceiptNamesAllFilesAndATakenNameNone(t *testing.T) {
	folder := t.TempDir()
	main, notes := filepath.Join(folder, "main"), filepath.Join(folder, "notes")
	write := func() (writers.Receipt, error) {
		var files writers.Files
		defer files.Abort()
		if err := errors.Join(files.Put(notes, []byte("n")), files.Put(main, []byte("m\n"))); err != nil {
			return writers.Receipt{}, err
		}
		return files.Commit(writers.Plan{CLI: "x", ID: "1", Path: main}, writers.Report{Entries: 3}, 2, 1)
	}
	got, err := write()
	want := writers.Receipt{Report: writers.Report{Entries: 3}, CLI: "x", ID: "1", Path: main,
		Files: []string{notes, main}, Size: 2, Lines: 1}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if _, err := write(); !errors.Is(err, adapter.ErrExists) {
		t.Errorf("error %v, want adapter.ErrExists", err)
	}
}

func TestApproximateValuesAreCountedAndNotMissing(t *testing.T) {
	call := &timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash, Input: []byte(`{"command":"ls","tty":"ä"}`)}
	var losses writers.Losses
	for range 2 {
		losses.Approximate(writers.ArgumentOf(call, "timeout"), "it is rounded up")
		losses.Argument(call, "tty", "it has none")
	}
	want := writers.Losses{
		{What: "argument timeout of bash", Why: "it is rounded up", Count: 2, Kind: writers.Approximate},
		{What: "argument tty of bash", Why: "it has none", Count: 2, Of: writers.Amounts{writers.Calls: {Characters: 20}}},
	}
	if diff := cmp.Diff(want, losses); diff != "" {
		t.Error(diff)
	}
	if losses.HasItems() {
		t.Error("no item is missing")
	}
	var merged writers.Losses
	merged.Merge(losses)
	if merged[0].Kind != writers.Approximate || merged[0].Count != 2 {
		t.Errorf("merged they are %v", merged)
	}
}

func TestMergedLossesKeepTheirCounts(t *testing.T) {
	losses := writers.Losses{{What: "b", Why: "y", Count: 1}}
	losses.Merge(writers.Losses{{What: "a", Why: "x", Count: 2}, {What: "b", Why: "y", Count: 3}})
	want := writers.Losses{{What: "a", Why: "x", Count: 2}, {What: "b", Why: "y", Count: 4}}
	if diff := cmp.Diff(want, losses); diff != "" {
		t.Error(diff)
	}
}
