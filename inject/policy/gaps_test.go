package policy

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// What a file lacks is named: a record that is missing counts as lost, links that are missing do not.
func TestWhatAFileLacksIsNamed(t *testing.T) {
	k := knowledge{}
	k.forget()
	for line, name := range []string{timeline.MissingLinks, timeline.MissingRecord, timeline.MissingRecord} {
		k.see(&timeline.Entry{
			Type: timeline.System, Hidden: true, Native: &timeline.Record{Line: line},
			Origin: &timeline.Origin{Kind: timeline.Missing, Name: name},
		})
	}
	got := ""
	for _, l := range k.gaps.losses() {
		got += fmt.Sprintf("%d %s: %s; ", l.Count, l.What, l.Why)
	}
	want := "2 missing records: others follow them, but the file does not have them: before line 1, 2; " +
		"1 order of the records: the file does not say which record follows which: they were read in its order; "
	if got != want || k.known.Sum().Items != 2 {
		t.Errorf("%s, %d items are known", got, k.known.Sum().Items)
	}
}

// How long calls took is named where the target has no place for it.
func TestDurationsWithoutAPlaceAreNamed(t *testing.T) {
	took := 9.7
	for _, target := range []adapter.Info{{Title: "Pi"}, {Title: "Codex", TellsDurations: true}} {
		k := knowledge{target: target}
		k.forget()
		k.see(&timeline.Entry{Type: timeline.ToolResult, DurationMS: &took})
		k.see(&timeline.Entry{Type: timeline.User, Origin: &timeline.Origin{Kind: timeline.Shell, DurationMS: &took}})
		k.see(&timeline.Entry{Type: timeline.ToolResult, DurationMS: &took, Branch: "taken back"})
		k.see(&timeline.Entry{Type: timeline.ToolResult})
		var want writers.Losses
		if !target.TellsDurations {
			want = writers.Losses{{What: writers.Durations, Why: "Pi has no place for it", Count: 2}}
		}
		if diff := cmp.Diff(want, k.losses()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", target.Title, diff)
		}
	}
}
