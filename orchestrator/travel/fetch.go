package travel

import (
	"context"
	"errors"
	"fmt"

	"stead/reach/journey"
	"stead/reach/remote"
	"stead/reach/worker"
)

// Fetched is what has come home.
type Fetched struct {
	// Run is the run's id here, Session the session of its CLI, Branch what was done. Branch and Commit are empty if
	// nothing was done.
	Run     string `json:"run"`
	Session string `json:"session"`
	Branch  string `json:"branch,omitempty"`
	Commit  string `json:"commit,omitempty"`
}

// Fetch brings home a run that began on another machine with what left this one. The reference is the run's with its
// machine, or a job of the queue. Errors: ErrNotFound, those of the hub and of git, the other machine's words.
func (h Home) Fetch(ctx context.Context, hub *remote.Hub, reference string) (f Fetched, err error) {
	if worker.IsID(reference) {
		if reference, err = h.runOf(ctx, hub, reference); err != nil {
			return f, err
		}
	}
	machine, run, _ := remote.Split(reference)
	t, err := look(ctx, hub, machine, PartRecord, run)
	if err != nil {
		return f, err
	}
	left, err := h.departures().Find(machine, t.Arrival)
	if errors.Is(err, journey.ErrUnknown) {
		return f, notFound(fmt.Sprintf("run %s on %s did not begin with what left this machine", t.Run.ID, machine),
			"stead run --from "+reference+" continues its session here")
	}
	if err != nil {
		return f, err
	}
	return homecoming{Home: h, hub: hub, machine: machine, traveller: t, left: left, dir: left.Snapshot.Dir,
		say: h.User.Note}.bring(ctx)
}

// runOf returns the reference of the run that a job has become.
func (h Home) runOf(ctx context.Context, hub *remote.Hub, job string) (reference string, err error) {
	access, err := hub.Queue(h.Data)
	if err != nil {
		return "", err
	}
	o, err := access.Outcome(ctx, job)
	switch {
	case err != nil:
		return "", err
	case o.Failed != "":
		return "", fmt.Errorf("%s: %s", o.Machine, o.Failed)
	case o.Machine == "":
		return "", notFound("no machine has taken "+job, "stead ps says why it waits")
	case o.Run == "":
		return "", notFound(o.Machine+" has taken "+job+", and has not begun its run", "try again in a moment")
	}
	return remote.Join(o.Machine, o.Run), nil
}
