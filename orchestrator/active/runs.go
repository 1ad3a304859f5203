package active

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/catalog/origin"
	"stead/forks"
	"stead/runs"
	"stead/runs/dated"
	"stead/runs/socket"
)

// Runs are the runs of this machine, as processes other than their supervisors see them.
type Runs struct {
	// Records are the records of the runs.
	Records runs.Folder
	// State is the folder that holds the runs' sockets.
	State string
	// Lineage keeps what remains known of the sessions of removed runs.
	Lineage forks.Log
}

// Find returns the active run with a name, or the one that was last active if the name is empty or latest. Errors:
// those of [runs.Folder.Find], *EndedError, ErrNone.
func (a Runs) Find(name string) (runs.Run, error) {
	if name != "" && name != dated.Latest {
		r, err := a.Records.Find(name)
		if err == nil && !r.Alive() {
			err = &EndedError{r}
		}
		return r, err
	}
	all, err := a.Records.All()
	if err != nil {
		return runs.Run{}, err
	}
	var alive []string
	for _, r := range all {
		if r.Alive() {
			alive = append(alive, r.ID)
		}
	}
	if len(alive) == 0 {
		return runs.Run{}, ErrNone
	}
	return a.Records.Load(a.Records.Latest(alive))
}

// Busy returns the runs that something works on, even if it is only a CLI whose supervisor was killed.
func (a Runs) Busy() ([]runs.Run, error) {
	return a.chosen(runs.Run.Busy)
}

// Ended returns the runs that nothing works on any longer and that began before a time.
func (a Runs) Ended(before time.Time) ([]runs.Run, error) {
	return a.chosen(func(r runs.Run) bool { return !r.Busy() && !r.Started.After(before) })
}

func (a Runs) chosen(isMeant func(runs.Run) bool) (chosen []runs.Run, err error) {
	all, err := a.Records.All()
	for _, r := range all {
		if isMeant(r) {
			chosen = append(chosen, r)
		}
	}
	return chosen, err
}

// Named returns the runs with the given names, active or not.
func (a Runs) Named(names []string) ([]runs.Run, error) {
	var named []runs.Run
	for _, name := range names {
		r, err := a.Records.Find(name)
		if err != nil {
			return nil, err
		}
		named = append(named, r)
	}
	return named, nil
}

// Dial connects to a run's supervisor.
func (a Runs) Dial(r runs.Run) (*socket.Client, error) {
	client, err := socket.Dial(socket.Find(a.State, r.ID))
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", r.ID, err)
	}
	return client, nil
}

// Reach connects to an active run with a terminal, into which text can be typed. The caller must close the client.
// Errors: those of [Runs.Find] and [Runs.Dial], and a *HeadlessError.
func (a Runs) Reach(name string) (runs.Run, *socket.Client, error) {
	r, err := a.Find(name)
	if err == nil && r.Headless {
		err = &HeadlessError{Run: r.ID}
	}
	if err != nil {
		return r, nil, err
	}
	client, err := a.Dial(r)
	return r, client, err
}

// Remove removes a run's record, journal and recording. What the record knows of the run's sessions moves into the
// lineage log. The error is ErrBusy if the run's current record says that something works on it.
func (a Runs) Remove(r runs.Run) error {
	if now, err := a.Records.Load(r.ID); err == nil {
		if now.Busy() {
			return ErrBusy
		}
		for _, n := range origin.Outlasting(now) {
			if err := a.Lineage.Append(n); err != nil {
				return err
			}
		}
	}
	return a.Records.Remove(r.ID)
}

// stopGrace is how long a run may take to end when asked, because its CLI may take a while to save its session.
const stopGrace = 30 * time.Second

// End ends a run and returns when it has ended. A run that is a part of something shares its process with the other
// parts, so End asks it to end through its socket. If the socket does not answer, and for all other runs, the process
// gets a signal.
func (a Runs) End(ctx context.Context, r runs.Run) error {
	if r.Part == nil || !r.Alive() {
		return a.Records.End(ctx, r)
	}
	client, err := a.Dial(r)
	if err != nil {
		return a.Records.End(ctx, r)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeoutCause(ctx, stopGrace, fmt.Errorf("run %s has not ended after %v", r.ID, stopGrace))
	defer cancel()
	if err := errors.Join(client.Follow(socket.Ended), client.Stop()); err != nil {
		return a.Records.End(ctx, r)
	}
	if alone := awaitStop(ctx, client); alone {
		return a.Records.End(ctx, r)
	}
	return context.Cause(ctx)
}

// awaitStop waits until a run that was asked to end has ended. Alone says that the run's process does nothing else, so
// that a signal can end it.
func awaitStop(ctx context.Context, client *socket.Client) (alone bool) {
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return false
		case e, open := <-events:
			var why string
			if e.Kind == socket.Stopping && e.Into(&why) == nil && why != "" {
				return true
			}
			if !open || e.Kind == socket.Ended {
				return false
			}
		}
	}
}
