package journey_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"stead/internal/testkit/sample"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/runs"
)

// packed is a parcel with a session alone.
func packed(t *testing.T) []byte {
	t.Helper()
	session := sample.Session()
	var text bytes.Buffer
	if _, err := parcel.Pack(t.Context(), &text, parcel.Load{Session: &session}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func TestArrivalIsFoundByItsFileAndItsFolder(t *testing.T) {
	arrivals := journey.OpenArrivals(t.TempDir())
	a, err := arrivals.Take(t.Context(), "laptop", bytes.NewReader(packed(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Session == "" || a.Dir != "" || a.Landed != nil {
		t.Errorf("it is %+v", a)
	}
	if got, err := arrivals.Of(a.File); err != nil || got.ID != a.ID || got.File != a.File {
		t.Errorf("by its file it is %+v, %v", got, err)
	}
	if got, err := arrivals.In(filepath.Join(arrivals.Folder, "parcel-"+a.ID, "tree", "sub")); err != nil ||
		got.ID != a.ID {
		t.Errorf("by its folder it is %+v, %v", got, err)
	}
	for _, other := range []string{"/home/user/project", arrivals.Folder,
		filepath.Join(arrivals.Folder, "..", "parcel-x")} {
		if _, err := arrivals.In(other); !errors.Is(err, journey.ErrUnknown) {
			t.Errorf("%s is %v", other, err)
		}
	}
	if err := arrivals.Remove(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := arrivals.Find(a.ID); !errors.Is(err, journey.ErrUnknown) {
		t.Errorf("removed it is %v", err)
	}
}

func TestNothingIsLeftOfAParcelThatIsRefused(t *testing.T) {
	arrivals := journey.OpenArrivals(t.TempDir())
	whole := packed(t)
	for _, text := range [][]byte{nil, whole[:len(whole)/2], append([]byte("x"), whole...)} {
		if _, err := arrivals.Take(t.Context(), "laptop", bytes.NewReader(text), nil); !errors.Is(err, parcel.ErrDamaged) {
			t.Errorf("%d bytes are %v", len(text), err)
		}
	}
	wrong := errors.New("cut")
	if _, err := arrivals.Keep(func(*os.File) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("what cannot be written is %v", err)
	}
	if left, err := os.ReadDir(arrivals.Folder); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestDepartureIsFoundByMachineAndArrival(t *testing.T) {
	departures := journey.OpenDepartures(t.TempDir())
	d := journey.Departure{Machine: "desk", Arrival: "12", From: runs.Session{CLI: "claude", ID: "a"}}
	if err := departures.Save(d); err != nil {
		t.Fatal(err)
	}
	if got, err := departures.Find("desk", journey.Arrival{ID: "12"}); err != nil || got.From != d.From {
		t.Errorf("it is %+v, %v", got, err)
	}
	for _, other := range [][2]string{{"desk", "13"}, {"attic", "12"}, {"..", "12"}, {"desk", "../desk/12"}} {
		if _, err := departures.Find(other[0], journey.Arrival{ID: other[1]}); !errors.Is(err, journey.ErrUnknown) {
			t.Errorf("%v is %v", other, err)
		}
	}
}

func TestDepartureOfAJobIsWhereTheFirstMachineHasIt(t *testing.T) {
	departures := journey.OpenDepartures(t.TempDir())
	d := journey.Departure{Job: "job-1", From: runs.Session{CLI: "claude", ID: "a"}}
	if err := departures.Save(d); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := departures.Find("desk", journey.Arrival{ID: "12", Job: "job-1"})
		if err != nil || got.From != d.From || got.Machine != "desk" || got.Arrival != "12" {
			t.Errorf("it is %+v, %v", got, err)
		}
	}
	for machine, other := range map[string]journey.Arrival{
		"attic": {ID: "12", Job: "job-1"}, "desk": {ID: "13", Job: "job-1"}, "..": {ID: "12", Job: "job-1"},
		"shed": {ID: "12", Job: "job-2"}, "den": {ID: "12", Job: "../.jobs/job-1"},
	} {
		if _, err := departures.Find(machine, other); !errors.Is(err, journey.ErrUnknown) {
			t.Errorf("%v on %s is %v", other, machine, err)
		}
	}
}

func TestArrivalIsFoundByItsJob(t *testing.T) {
	arrivals := journey.OpenArrivals(t.TempDir())
	a, err := arrivals.Keep(func(*os.File) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := arrivals.ForJob("job-1"); !errors.Is(err, journey.ErrUnknown) {
		t.Errorf("before it is %v", err)
	}
	a.Job = "job-1"
	if err := arrivals.Save(a); err != nil {
		t.Fatal(err)
	}
	if got, err := arrivals.ForJob("job-1"); err != nil || got.ID != a.ID {
		t.Errorf("it is %+v, %v", got, err)
	}
	if got, err := arrivals.Behind(runs.Run{From: runs.Session{Path: a.File}}); err != nil || got.Job != "job-1" {
		t.Errorf("behind its run is %+v, %v", got, err)
	}
}

func TestRunSaysWhatHasComeFromAnotherMachine(t *testing.T) {
	arrivals := journey.OpenArrivals(t.TempDir())
	a, err := arrivals.Take(t.Context(), "laptop", bytes.NewReader(packed(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	a.Project = "app"
	if err := arrivals.Save(a); err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(arrivals.Folder, "parcel-"+a.ID, "tree")
	for _, c := range []struct {
		from runs.Session
		dir  string
		want *runs.Came
	}{
		{runs.Session{Path: a.File}, "/code/app", &runs.Came{From: "laptop/" + a.Session}},
		{runs.Session{Path: a.File}, tree, &runs.Came{From: "laptop/" + a.Session, Project: "app"}},
		{runs.Session{CLI: "codex", Path: "/sessions/1.jsonl"}, tree, &runs.Came{Project: "app"}},
		{runs.Session{}, tree, &runs.Came{Project: "app"}},
		{runs.Session{CLI: "codex", Path: "/sessions/1.jsonl"}, "/code/app", nil},
		{runs.Session{}, "", nil},
	} {
		if got := arrivals.Came(c.from, c.dir); !reflect.DeepEqual(got, c.want) {
			t.Errorf("of %+v in %s it says %+v, want %+v", c.from, c.dir, got, c.want)
		}
	}
}
