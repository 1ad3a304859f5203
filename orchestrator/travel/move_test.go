package travel

import (
	"strings"
	"testing"
	"time"

	"stead/inject/signals"
	"stead/orchestrator/source"
	"stead/runs"
)

// TestMoveTellsForWhatItWaits lets the turn of a run take too long.
func TestMoveTellsForWhatItWaits(t *testing.T) {
	for state, waits := range map[signals.State]int{signals.Working: 1, signals.Permission: 1, signals.Input: 0} {
		all, r := runIn(t, state)
		var told []signals.State
		m := Move{Home: Home{Sources: source.Finder{Runs: all}}, Limit: time.Millisecond,
			Waits: func(r runs.Run) { told = append(told, r.State) }}
		_, err := m.atRest(t.Context(), r)
		if len(told) != waits || waits > 0 && told[0] != state {
			t.Errorf("%s: told of %q", state, told)
		}
		if late := err != nil && strings.Contains(err.Error(), "its turn was not over after 1ms"); late != (waits > 0) {
			t.Errorf("%s: %v", state, err)
		}
	}
}

// runIn makes a run that this process works at.
func runIn(t *testing.T, state signals.State) (runs.Folder, runs.Run) {
	t.Helper()
	all := runs.Open(t.TempDir())
	id, err := all.Create(time.Now())
	r := runs.Run{ID: id, Status: runs.Running, Supervisor: runs.Self(), State: state, About: "rm -rf build"}
	if err == nil {
		err = all.Save(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all, r
}
