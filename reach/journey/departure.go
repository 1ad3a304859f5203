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

// Departure is work that has left for another machine.
type Departure struct {
	// Machine is where it is, Arrival its id there. Both are empty until it is known which machine took it from the queue.
	Machine string `json:"machine"`
	Arrival string `json:"arrival"`
	// Job is the job of the queue that took it away. Empty if it was sent to a machine.
	Job string `json:"job,omitempty"`
	// From is the session here that continues there. Zero if a new one was begun.
	From runs.Session `json:"from,omitzero"`
	// Snapshot is the work that has left, to which it comes home.
	Snapshot worktree.Snapshot `json:"snapshot"`
	Left     time.Time         `json:"left"`
	// Branch is the branch of an existing tree here that receives the returning work. If it is empty, a new branch is made
	// for that work.
	Branch string `json:"branch,omitempty"`
	// Runs are the ids of the runs that have come home with it.
	Runs []string `json:"runs,omitempty"`
	// Fetched says that the results have come home. They can be fetched again.
	Fetched bool `json:"fetched,omitempty"`
}

// Departures are all departures, in a folder of stead's.
type Departures struct{ folder string }

// OpenDepartures returns the departures from this machine. It creates nothing.
func OpenDepartures(data string) Departures {
	return Departures{filepath.Join(data, "reach", "departures")}
}

// jobs is the folder for departures with the queue. No machine has this name.
const jobs = ".jobs"

func (ds Departures) path(machine, arrival string) string {
	return filepath.Join(ds.folder, machine, arrival+".json")
}

// Save stores a departure.
func (ds Departures) Save(d Departure) error { return save(ds.of(d), d) }

// of returns the file of a departure.
func (ds Departures) of(d Departure) string {
	if d.Job != "" {
		return ds.path(jobs, d.Job)
	}
	return ds.path(d.Machine, d.Arrival)
}

// all returns all departures except damaged ones. Errors are those of the pattern.
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

// whither returns where it has gone.
func (d Departure) whither() string { return cmp.Or(d.Machine, d.Job) }

// mostDays is the number of days during which a departure can come home.
const mostDays = 90

// Add stores a new departure. It forgets those that left 90 days ago, with the refs of their snapshots. Errors are
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

// Into returns the departure for a machine whose work comes home into a branch. Errors: ErrUnknown, and those of the
// folder.
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

// Find returns the departure that has become an arrival on another machine, even if it passed others on its way.
// Errors: ErrUnknown, and those of the file.
func (ds Departures) Find(machine string, there Arrival) (d Departure, err error) {
	d, err = ds.left(parcel.Stop{Machine: machine, Arrival: there.ID, Job: there.Job})
	for _, stop := range there.Way[:min(len(there.Way), parcel.MostStops)] { // the way may be a stranger's
		if !errors.Is(err, ErrUnknown) {
			break
		}
		d, err = ds.left(stop)
	}
	return d, err
}

// isName reports whether a machine may have a name, because it becomes the name of a folder here.
func isName(machine string) bool {
	return machine != "" && machine[0] != '.' && machine == filepath.Base(machine)
}

// left returns the departure for a machine by the machine's own identification: the job that took it there, or else the
// arrival's id. For a departure with a job, it also records where the work is now known to be. Errors: ErrUnknown, also
// if another machine has taken it, and those of the file.
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
