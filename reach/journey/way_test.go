package journey_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
	"stead/reach/journey"
	"stead/reach/parcel"
)

// TestWorkIsKnownWhereItBegan has work go from the laptop to the desk, by a job to the builder, and on to the attic.
func TestWorkIsKnownWhereItBegan(t *testing.T) {
	data := t.TempDir()
	laptop, desk, arrivals := journey.OpenDepartures(t.TempDir()), journey.OpenDepartures(data), journey.OpenArrivals(data)
	left := journey.Departure{Machine: "desk", Arrival: "1", Snapshot: worktree.Snapshot{Dir: "/app"}}
	atDesk := journey.Arrival{ID: "1", Machine: "laptop"}
	atBuilder := journey.Arrival{ID: "2", Job: "job-1", Way: atDesk.Onward("desk")}
	atAttic := journey.Arrival{ID: "3", Machine: "builder", Way: atBuilder.Onward("builder")}
	onward := journey.Departure{Job: "job-1", Snapshot: worktree.Snapshot{
		Dir: filepath.Join(arrivals.Folder, "parcel-1", "tree"), Commit: "c"}}
	if err := errors.Join(laptop.Save(left), desk.Save(onward), arrivals.Save(atDesk)); err != nil {
		t.Fatal(err)
	}
	for machine, a := range map[string]journey.Arrival{"desk": atDesk, "builder": atBuilder, "attic": atAttic} {
		if got, err := laptop.Find(machine, a); err != nil || got.Snapshot.Dir != "/app" {
			t.Errorf("what is on %s is %+v, %v", machine, got, err)
		}
	}
	if got, err := desk.Find("attic", atAttic); err != nil || got.Arrival != "2" || got.Machine != "builder" {
		t.Errorf("for the desk it is %+v, %v", got, err)
	}
	stranger := journey.Arrival{ID: "1", Way: []parcel.Stop{{Machine: "../desk", Arrival: "../9"},
		{Machine: "attic", Arrival: "1"}}}
	if got, err := laptop.Find("builder", stranger); !errors.Is(err, journey.ErrUnknown) {
		t.Errorf("a stranger's is %+v, %v", got, err)
	}

	passes := atAttic.Passes(left, "attic")
	want := []journey.Pass{
		{At: parcel.Stop{Machine: "desk", Arrival: "1"}, To: parcel.Stop{Machine: "builder", Arrival: "2", Job: "job-1"}},
		{At: parcel.Stop{Machine: "builder", Arrival: "2", Job: "job-1"}, To: parcel.Stop{Machine: "attic", Arrival: "3"}},
	}
	if diff := cmp.Diff(want, passes); diff != "" {
		t.Error(diff)
	}
	if none := atDesk.Passes(left, "desk"); len(none) > 0 {
		t.Errorf("on the way to the desk it is on %+v", none)
	}
	if err := desk.Passed(arrivals, atDesk, passes[0].To); err != nil {
		t.Fatal(err)
	}
	if got, err := desk.Find("builder", atBuilder); err != nil || !got.Fetched {
		t.Errorf("it has not come home: %+v, %v", got, err)
	}
	if got, err := arrivals.Find("1"); err != nil || !cmp.Equal(got.Fetched, []string{"c"}) {
		t.Errorf("of the arrival there is at home %q, %v", got.Fetched, err)
	}
	if err := desk.Passed(arrivals, journey.Arrival{ID: "7"}, passes[0].To); !errors.Is(err, journey.ErrUnknown) {
		t.Errorf("from an arrival that it did not come from: %v", err)
	}
}
