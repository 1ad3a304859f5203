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

// farewell is how long the end of a run that was stopped may take, and to bring home what it has done.
const farewell = 2 * time.Minute

// outlasting is a context that ends some time after another one.
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

// bring brings the run home, and says how it has ended. Failed is what kept it from being followed to its end.
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

// lostIfAway is what an error means for the run there: one that says no more than that the machine is away leaves open
// how that stands.
func (v *visit) lostIfAway(err error) error {
	if isAway(err) {
		return v.lost(err)
	}
	return err
}

// lost is the error of a machine that does not answer any more. It wraps [ab.ErrLost].
func (v *visit) lost(why error) error {
	how := "another attempt goes on with it"
	if id := v.there.Run.ID; !v.Returns && id != "" {
		how = fmt.Sprintf("`stead fetch %s` brings that home", remote.Join(v.Machine, id))
	}
	return lostError{fmt.Errorf("%s went away while it worked: %w; its run may continue there, and %s", v.Machine, why, how)}
}

// lostError is ab.ErrLost in words of its own.
type lostError struct{ error }

// Unwrap returns ab.ErrLost and what it was.
func (e lostError) Unwrap() []error { return []error{ab.ErrLost, e.error} }

// ended says how a run has ended there, as [orchestrator.Orchestrator.Run] does of one here. Failed is what kept it
// from being followed to its end.
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

// outcome is why a run has ended that was on another machine, in the words of that.
type outcome struct {
	kind   error
	reason string
}

// Error is what the run's record says.
func (o outcome) Error() string { return cmp.Or(o.reason, o.kind.Error()) }

// Unwrap is of which kind it is.
func (o outcome) Unwrap() error { return o.kind }
