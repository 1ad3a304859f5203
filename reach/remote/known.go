package remote

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"stead/reach/summaries"
	"stead/runs"
	"stead/runs/dated"
)

// Known is what this machine knows of the sessions and runs of the user's other machines, even of those that are away.
type Known struct {
	KnownOptions
	// Store is nil if it cannot be opened: nothing is known then.
	Store *summaries.Store
	// Failed is why new information is missing. See [Known.CatchUp].
	Failed error
}

// KnownOptions say where this machine keeps what it knows of others. All must be set.
type KnownOptions struct {
	// Data and State are stead's folders for data and for state, Self is the key of this machine.
	Data, State, Self string
	Now               func() time.Time
}

// knownIn returns the file with the summaries of other machines' sessions and runs, in stead's folder for state.
func knownIn(state string) string { return filepath.Join(state, "summaries.db") }

// ForgetKnown deletes what this machine knows of the sessions and runs of other machines. State is stead's folder for
// state. The error is that of the file.
func ForgetKnown(state string) error { return summaries.Remove(knownIn(state)) }

// OpenKnown opens what this machine knows. The caller closes it. With an error, nothing is known.
func OpenKnown(ctx context.Context, o KnownOptions) (*Known, error) {
	store, err := summaries.Open(ctx, knownIn(o.State))
	return &Known{KnownOptions: o, Store: store}, err
}

// Close closes the store.
func (k *Known) Close() {
	if k.Store != nil {
		_ = k.Store.Close() // its content is already written
	}
}

// CatchUp reads new information from the hub. It sets Failed.
func (k *Known) CatchUp(ctx context.Context, h *Hub) {
	if k.Store != nil {
		k.Failed = h.CatchUp(ctx, k.Data, k.Store)
	}
}

// Seen returns the machines about which anything is known, and when each was last present.
func (k *Known) Seen(ctx context.Context) map[string]time.Time {
	if k.Store == nil {
		return nil
	}
	seen, _ := k.Store.Seen(ctx, k.Self) // if that cannot be read, nothing is known of any machine
	return seen
}

// Saw records that machines are present. If that fails, it sets Failed.
func (k *Known) Saw(ctx context.Context, machines []string) {
	if k.Store == nil {
		return
	}
	at := map[string]time.Time{}
	for _, machine := range machines {
		at[machine] = k.Now()
	}
	if err := k.Store.Saw(ctx, at); err != nil && k.Failed == nil {
		k.Failed = err
	}
}

// Sent records a run that was begun on another machine, so that it is listed even if that machine, or the hub, is away
// before it was asked. Errors: those of the local data about other machines.
func Sent(ctx context.Context, h *Hub, o KnownOptions, machine string, r runs.Run) error {
	k, err := OpenKnown(ctx, o)
	if err != nil {
		return err
	}
	defer k.Close()
	within, cancel := Soon(ctx)
	defer cancel()
	k.CatchUp(within, h) // a machine of which nothing was read is not known by its name
	if err := k.Store.Sent(ctx, machine, r); err != nil {
		return err
	}
	return k.Store.Saw(ctx, map[string]time.Time{machine: k.Now()})
}

// RunOf returns the id of a run of a machine that is away, from the runs that it has published. The name is the
// beginning of the id, or its last four digits. A complete id need not be known. Errors: *UnknownRunError, and those
// that wrap [runs.ErrAmbiguous].
func RunOf(ctx context.Context, h *Hub, o KnownOptions, machine, name string) (id string, err error) {
	if dated.IsID(name) {
		return name, nil
	}
	k, err := OpenKnown(ctx, o)
	if err != nil {
		return "", err
	}
	defer k.Close()
	within, cancel := Soon(ctx)
	defer cancel()
	k.CatchUp(within, h)
	told, err := k.Store.Runs(ctx, machine)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(told))
	for i, r := range told {
		ids[i] = r.ID
	}
	id, err = runs.Open(o.Data).Of(ids, name)
	switch {
	case errors.Is(err, runs.ErrNotFound):
		return "", &UnknownRunError{Machine: machine, Name: name, Missing: k.Failed}
	case err != nil:
		return "", fmt.Errorf("%s is away; of the runs that it has told of: %w", machine, err)
	}
	return id, nil
}

// UnknownRunError says that a machine that is away has published no run with a name.
type UnknownRunError struct {
	Machine, Name string
	// Missing is why the newest runs of the machine may be missing. Nil if they are not.
	Missing error
}

// Error names the machine and the run.
func (e *UnknownRunError) Error() string {
	text := fmt.Sprintf("%s is away, and this machine knows no run %s of it", e.Machine, e.Name)
	if e.Missing != nil {
		text += fmt.Sprintf("; what %s has told of last may be missing: %v", e.Machine, e.Missing)
	}
	return text
}

// Unwrap returns runs.ErrNotFound.
func (e *UnknownRunError) Unwrap() error { return runs.ErrNotFound }

// Hint says which names work.
func (e *UnknownRunError) Hint() string {
	return "stead ps --all lists the runs that are known; any other needs its whole id"
}
