package journey

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/reach/parcel"
	"stead/runs"
)

// Departure is what has left for another machine.
type Departure struct {
	// Machine is where it is, Arrival its id there. Both are empty until it is known which machine has taken it out of the
	// queue.
	Machine string `json:"machine"`
	Arrival string `json:"arrival"`
	// Job is the job of the queue that has taken it away. Empty for what was sent to a machine.
	Job string `json:"job,omitempty"`
	// From is the session here that goes on there. Zero where a new one was begun.
	From runs.Session `json:"from,omitzero"`
	// Snapshot is the work that has left, to which it comes home.
	Snapshot worktree.Snapshot `json:"snapshot"`
	Left     time.Time         `json:"left"`
	// Branch is the one of a tree here into which its work comes home. Empty where a branch is made of it then.
	Branch string `json:"branch,omitempty"`
	// Runs are the ids of the runs that have come home with it.
	Runs []string `json:"runs,omitempty"`
	// Fetched says that what became of it has come home. It can again.
	Fetched bool `json:"fetched,omitempty"`
}

// Departures are what has left, in a folder of stead's.
type Departures struct{ folder string }

// OpenDepartures returns what has left this machine. It makes nothing.
func OpenDepartures(data string) Departures {
	return Departures{filepath.Join(data, "reach", "departures")}
}

// jobs is the folder of what the queue has taken away. No machine has such a name.
const jobs = ".jobs"

func (ds Departures) path(machine, arrival string) string {
	return filepath.Join(ds.folder, machine, arrival+".json")
}

// Save keeps one.
func (ds Departures) Save(d Departure) error { return save(ds.of(d), d) }

// of is the file of one.
func (ds Departures) of(d Departure) string {
	if d.Job != "" {
		return ds.path(jobs, d.Job)
	}
	return ds.path(d.Machine, d.Arrival)
}

// all returns all that has left. What is damaged is left out. Errors are those of the pattern.
func (ds Departures) all() (all []Departure, err error) {
	files, err := filepath.Glob(ds.path("*", "*"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		var d Departure
		if load(file, filepath.Base(file), &d) == nil {
			all = append(all, d)
		}
	}
	return all, nil
}

// HasCome reports whether a run has come home with it.
func (d Departure) HasCome(run string) bool { return slices.Contains(d.Runs, run) }

// whither says where it has gone.
func (d Departure) whither() string { return cmp.Or(d.Machine, d.Job) }

// mostDays is for how long what has left can come home.
const mostDays = 90

// Add keeps one that leaves now, and forgets those that left 90 days ago, with what keeps their snapshots. Errors are
// those of git and the disk.
func (ds Departures) Add(ctx context.Context, d Departure) error {
	if err := ds.Save(d); err != nil {
		return err
	}
	all, err := ds.all()
	for _, old := range all {
		if old.Left.Before(d.Left.AddDate(0, 0, -mostDays)) {
			err = errors.Join(err, old.Snapshot.Forget(ctx), os.Remove(ds.of(old)))
		}
	}
	return err
}

// Into returns what has left for a machine and whose work comes home into a branch. Errors: ErrUnknown, and those of
// the folder.
func (ds Departures) Into(machine, branch string) (Departure, error) {
	all, err := ds.all()
	if err != nil {
		return Departure{}, err
	}
	for _, d := range all {
		if d.Machine == machine && d.Branch == branch {
			return d, nil
		}
	}
	return Departure{}, fmt.Errorf("%w: nothing has left for %s from the branch %s", ErrUnknown, machine, branch)
}

// Find returns what has left this machine and has come to another one, also where it was on others on its way. Errors:
// ErrUnknown, and those of the file.
func (ds Departures) Find(machine string, there Arrival) (d Departure, err error) {
	d, err = ds.left(parcel.Stop{Machine: machine, Arrival: there.ID, Job: there.Job})
	for _, stop := range there.Way[:min(len(there.Way), parcel.MostStops)] { // it may be a stranger's
		if !errors.Is(err, ErrUnknown) {
			break
		}
		d, err = ds.left(stop)
	}
	return d, err
}

// isName reports whether a machine may have a name, which is that of a folder here.
func isName(machine string) bool {
	return machine != "" && machine[0] != '.' && machine == filepath.Base(machine)
}

// left returns what has left for a machine, as that calls it: by the job that has taken it there, else by its id. For
// one of a job it also keeps where that is now known to be. Errors: ErrUnknown, also where another machine has taken
// it, and those of the file.
func (ds Departures) left(to parcel.Stop) (d Departure, err error) {
	if !isName(to.Machine) || !IsID(to.Arrival) {
		return d, fmt.Errorf("%w: %.80q", ErrUnknown, to.Machine+"/"+to.Arrival)
	}
	if to.Job == "" {
		return d, load(ds.path(to.Machine, to.Arrival), to.Arrival, &d)
	}
	if err := load(ds.path(jobs, filepath.Base(to.Job)), to.Job, &d); err != nil {
		return d, err
	}
	if d.Machine == "" {
		d.Machine, d.Arrival = to.Machine, to.Arrival
		return d, ds.Save(d)
	}
	if d.Machine != to.Machine || d.Arrival != to.Arrival {
		return d, fmt.Errorf("%w: %s has taken %s", ErrUnknown, d.Machine, d.Job)
	}
	return d, nil
}
