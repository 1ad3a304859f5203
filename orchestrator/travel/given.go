package travel

import (
	"context"
	"errors"
	"io"
	"os"

	"stead/forks/worktree/travel"
	"stead/internal/sys/regular"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/runs"
)

// Record returns a run of a session that has come from another machine. Errors: those of the name, ErrNotFound for a
// run of any other session.
func (g Giver) Record(name string) (t Traveller, err error) {
	if t.Run, err = g.runs().Find(name); err != nil {
		return t, err
	}
	t.Run, t.Alive = standing(g.runs(), t.Run)
	t.Arrival, err = g.arrivals().Behind(t.Run)
	if errors.Is(err, journey.ErrUnknown) {
		err = notFound("run "+t.Run.ID+" did not begin with what came from another machine: there is nothing to fetch", "")
	}
	return t, err
}

// standing returns the current record of a run, and whether a process works at it. It reads the record again if the
// supervisor has ended since: the supervisor had written before how the run ended.
func standing(all runs.Folder, r runs.Run) (runs.Run, bool) {
	if r.Status != runs.Running || r.Busy() {
		return r, r.Busy()
	}
	if again, err := all.Load(r.ID); err == nil {
		r = again
	}
	return r, r.Busy()
}

// Begun returns the newest run of what has come here with an id. There may be none yet. Errors: [journey.ErrUnknown].
func (g Giver) Begun(arrival string) (t Traveller, err error) {
	if t.Arrival, err = g.arrivals().Find(arrival); err != nil {
		return t, err
	}
	all, err := g.runs().All()
	if err != nil {
		return t, err
	}
	for _, r := range all { // the newest first
		if a, err := g.arrivals().Behind(r); err == nil && a.ID == t.Arrival.ID {
			t.Run, t.Alive = standing(g.runs(), r)
			break
		}
	}
	return t, nil
}

// Journal gives what a run has captured. Errors: those of the name and of the file.
func (g Giver) Journal(name string) error {
	r, err := g.runs().Find(name)
	if err != nil {
		return err
	}
	file, err := regular.Open(g.runs().Journal(r.ID))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(g.Out, file)
	return err
}

// Result gives the session of a run's CLI, and what was done in its folder, without the commits that are where the work
// began, which are the question. Errors: those of [Giver.Record], of git and of the reader.
func (g Giver) Result(ctx context.Context, name string) error {
	t, err := g.Record(name)
	if err != nil {
		return err
	}
	var l parcel.Load
	native, err := g.Sources.Open(ctx, t.Run.To)
	if err != nil {
		return err
	}
	l.Session = &native
	if t.Arrival.Landed != nil {
		var haves travel.Haves
		if err := g.question(&haves); err != nil {
			return err
		}
		if l.Tips, err = travel.ResultOf(ctx, t.Arrival.Landed.Tree, "What "+t.Run.To.CLI+" did\n\nrun "+t.Run.ID,
			haves); err != nil {
			return err
		}
	}
	return g.pack(ctx, l)
}

// Fetched learns that commits of a run's work are where it left. Errors: those of [Giver.Record] and of the record.
func (g Giver) Fetched(name string, commits []string) error {
	t, err := g.Record(name)
	if err != nil {
		return err
	}
	return g.arrivals().Fetch(t.Arrival, commits)
}

// Passed learns that what has gone on from here to a machine is where the work began. Errors: those of the records.
func (g Giver) Passed(arrival string, to parcel.Stop) error {
	a, err := g.arrivals().Find(arrival)
	if err != nil {
		return err
	}
	return g.departures().Passed(g.arrivals(), a, to)
}
