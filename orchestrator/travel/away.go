package travel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"stead/reach/journey"
	"stead/reach/remote"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/reach/tenure"
	"stead/runs"
)

// bringFromHub brings what a run has recorded, as far as the hub has it. Away is the error of the run's machine, which
// does not answer.
func (in Pull) bringFromHub(ctx context.Context, away error) (a journey.Arrival, err error) {
	run, isRun := strings.CutPrefix(in.Reference, "run:")
	if _, part := runs.SplitPart(run); !isRun || part != "" { // the hub has the run's journal, and not its sessions
		return a, away
	}
	machine, ok := in.Hub.Named(in.Machine)
	if !ok {
		return a, away
	}
	if run, err = remote.RunOf(ctx, in.Hub, in.known(in.Hub), machine.Name, run); err != nil {
		return a, err
	}
	claimed, err := in.takeOver(ctx, run)
	if err != nil {
		return a, err
	}
	journals, err := in.Hub.Journals(in.Data)
	if err != nil {
		return a, err
	}
	a, err = in.arrivals().Keep(func(file *os.File) error { return journals.Copy(ctx, machine, run, file) })
	if errors.Is(err, replica.ErrNone) {
		return a, away
	}
	if removed := (*seal.RemovedError)(nil); errors.As(err, &removed) {
		return a, gone(removed)
	}
	if err == nil {
		in.tellFromHub(run, claimed)
	}
	return a, err
}

// tellFromHub tells the user what has come from the hub.
func (in Pull) tellFromHub(run string, claimed bool) {
	in.User.Note(fmt.Sprintf(
		"%s is away: this is run %s as far as it came to the hub, without its files; --cwd says in which folder it goes on",
		in.Machine, run))
	if !claimed && !in.IsTrial {
		in.User.Note(fmt.Sprintf("it began on %s itself, and may still be at work there", in.Machine))
	}
}

// takeOver takes a run over once no machine works at it any more. Claimed is false for a run that needs no lease, and
// for a trial.
func (in Pull) takeOver(ctx context.Context, run string) (claimed bool, err error) {
	if in.IsTrial {
		return false, nil
	}
	err = in.Hub.TakeOver(ctx, run, in.Lease, func(machine string, until time.Time) {
		by := ""
		if !until.IsZero() {
			by = " until " + until.Local().Format(time.TimeOnly) + " by the hub's clock"
		}
		in.User.Note(fmt.Sprintf("%s may still work at it%s: waiting", machine, by))
	})
	switch {
	case errors.Is(err, tenure.ErrFree):
		return false, nil
	case errors.Is(err, tenure.ErrNoNode):
		return false, &Error{Text: err.Error(), Kind: err,
			Tip: "stead hub invite --role node,operator prints a line for stead join --again"}
	}
	return err == nil, err
}

// orRemoved returns the error for a run that the other machine does not have: that it was removed there, if the hub
// knows that.
func (in Pull) orRemoved(ctx context.Context, unknown error) error {
	run, isRun := strings.CutPrefix(in.Reference, "run:")
	machine, isKnown := in.Hub.Named(in.Machine)
	if !isRun || !isKnown {
		return unknown
	}
	journals, err := in.Hub.Journals(in.Data)
	if err != nil {
		return unknown
	}
	if removed := (*seal.RemovedError)(nil); errors.As(journals.Check(ctx, machine, run), &removed) {
		return gone(removed)
	}
	return unknown
}

func gone(removed *seal.RemovedError) error {
	return notFound(removed.Error(), "the session of its CLI may still be there: stead list")
}
