package travel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"stead/forks/worktree/travel"
	"stead/orchestrator/ab"
	"stead/orchestrator/session"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// farewell is how long it may take to end a run that was stopped, and to bring home its work.
const farewell = 2 * time.Minute

// outlasting returns a context that ends some time after another one: see farewell.
func outlasting(ctx context.Context) (late context.Context, release func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-late.Done():
		case <-time.After(farewell):
			cancel()
		}
	})
	return late, func() { stop(); cancel() }
}

// bring brings the run home. The error says how the run has ended. Failed is why it was not followed to its end.
func (v *visit) bring(ctx, late context.Context, failed error) (runs.Run, error) {
	in := homecoming{Home: v.home, hub: v.hub, machine: v.Machine, traveller: v.there, left: v.left, dir: v.Request.Dir,
		say: v.seen.Note}
	r := &in.traveller.Run
	for _, line := range writers.LeftOutLines(r.Delivered.LeftOut) {
		v.seen.Note("left out " + line)
	}
	r.Kind, r.Part, r.At = v.Request.Kind, v.Request.Part, v.from.At()
	how := v.ended(failed)
	if err := in.claim(); err != nil {
		return runs.Run{}, err
	}
	var tips []travel.Tip
	failed = v.patience.do(ctx, func() (err error) {
		var receipt writers.Receipt
		if receipt, tips, err = in.into(late, v.Tree); isAway(err) {
			return err
		}
		return errors.Join(err, in.keep(late, receipt))
	})
	if failed == nil {
		if err := in.tell(late, tips); err != nil {
			v.seen.Note(err.Error())
		}
	}
	v.seen.Changed(*r)
	return *r, errors.Join(how, v.lostIfAway(failed))
}

// lostIfAway returns the error as one about the run there: if it only says that the machine is away, the state of the
// run is unknown.
func (v *visit) lostIfAway(err error) error {
	if isAway(err) {
		return v.lost(err)
	}
	return err
}

// lost returns the error for a machine that no longer answers. It wraps [ab.ErrLost].
func (v *visit) lost(why error) error {
	how := "another attempt goes on with it"
	if id := v.there.Run.ID; !v.Returns && id != "" {
		how = fmt.Sprintf("`stead fetch %s` brings that home", remote.Join(v.Machine, id))
	}
	return lostError{fmt.Errorf("%s went away while it worked: %w; its run may continue there, and %s", v.Machine, why, how)}
}

// lostError is ab.ErrLost with a text of its own.
type lostError struct{ error }

// Unwrap returns ab.ErrLost and the error that led to it.
func (e lostError) Unwrap() []error { return []error{ab.ErrLost, e.error} }

// ended returns how the run has ended there, as the errors of [orchestrator.Orchestrator.Run] do for a run here. Failed
// is why the run was not followed to its end.
func (v *visit) ended(failed error) error {
	switch r := v.there.Run; {
	case r.Status == runs.Completed:
		return nil
	case r.Status == runs.Running && failed != nil:
		return v.lost(failed)
	case r.Status == runs.Running:
		return fmt.Errorf("%w: stead was killed on %s", session.ErrCLIFailed, v.Machine)
	case r.ExitCode == remote.OverBudget:
		return outcome{session.ErrBudget, r.Reason}
	case r.Status == runs.Interrupted:
		return outcome{session.ErrInterrupted, r.Reason}
	default:
		return outcome{session.ErrCLIFailed, r.Reason}
	}
}

// outcome is why a run on another machine has ended, in the words of that machine.
type outcome struct {
	kind   error
	reason string
}

// Error returns the reason in the run's record.
func (o outcome) Error() string { return cmp.Or(o.reason, o.kind.Error()) }

// Unwrap returns the kind.
func (o outcome) Unwrap() error { return o.kind }
