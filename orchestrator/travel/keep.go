package travel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"stead/internal/sys/atomicfile"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// errTaken says that a run of this machine has the id of one that is to come home.
var errTaken = errors.New("a run of this machine has this id, and did not come from there: nothing of it was changed")

// claim records that a run has come home to what has left, or returns errTaken: nothing overwrites a run that began
// here.
func (in *homecoming) claim() error {
	id := in.traveller.Run.ID
	if in.left.HasCome(id) {
		return nil
	}
	if _, err := in.runs().Load(id); err == nil {
		return fmt.Errorf("run %s on %s: %w", id, in.machine, errTaken)
	}
	in.left.Runs = append(in.left.Runs, id)
	return in.departures().Save(in.left)
}

// keep saves the run's journal and its record, as a run of this machine.
func (in homecoming) keep(ctx context.Context, receipt writers.Receipt) error {
	r := in.traveller.Run
	if err := os.MkdirAll(in.runs().Dir(r.ID), 0o700); err != nil {
		return err
	}
	err := atomicfile.Write(in.runs().Journal(r.ID), true, func(w io.Writer) error {
		return remote.Call(ctx, in.hub, in.machine, []string{Verb, PartJournal, r.ID}, nil, &bounded{w, mostJournal})
	})
	if err != nil {
		return err
	}
	if in.left.From.CLI != "" {
		r.From = in.left.From
	}
	r.To.Path, r.Dir = receipt.Path, in.dir
	if r.Status == runs.Running {
		r.Status, r.Reason = runs.Interrupted, "it goes on on "+in.machine
	}
	return in.runs().Save(r)
}
