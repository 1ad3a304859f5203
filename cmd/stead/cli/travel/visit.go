package travel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// visit is a run on another machine that begins with a tree's snapshot and whose work comes into that tree. The run is
// in the background there: it outlives a connection that breaks, and this process. While the machine or the hub is
// away, the visit waits for some minutes.
type visit struct {
	ab.Visit
	s        *setup.Setup
	hub      *remote.Hub
	seen     orchestrator.Observer
	patience patience
	// from is the session that goes on there. Zero for a new one, and for one that has left earlier.
	from source.Source
	// left is what has left for the machine, there how it goes on there.
	left  journey.Departure
	there traveller
}

// make has the run begin there, unless it has, and sees it to its end. The end of ctx ends it.
func (v *visit) make(ctx context.Context) (runs.Run, error) {
	hasLeft := v.left.Arrival != ""
	if !hasLeft {
		if err := v.leave(ctx); err != nil {
			return runs.Run{}, err
		}
	}
	late, release := outlasting(ctx)
	defer release()
	if err := v.begun(ctx, late, hasLeft); err != nil {
		return runs.Run{}, v.lostIfAway(err)
	}
	id := v.there.Run.ID
	v.seen.Changed(runs.Run{ID: id, To: runs.Session{CLI: v.Request.To}, Part: v.Request.Part, Status: runs.Running,
		Dir: v.Request.Dir})
	failed := v.follow(ctx, id)
	switch how := v.ended(nil); {
	case ctx.Err() != nil:
		return v.breakOff(late, id)
	case failed != nil:
		return runs.Run{ID: id}, v.lostIfAway(failed)
	case v.Returns && errors.Is(how, session.ErrInterrupted):
		return runs.Run{ID: id}, how
	}
	return v.bring(ctx, late, nil)
}

// breakOff ends the run there when ctx was done. What it has done so far comes home, unless the visit is gone on with
// later.
func (v *visit) breakOff(late context.Context, id string) (runs.Run, error) {
	failed := remote.Call(late, v.hub, v.Machine, []string{"stop", id}, nil, io.Discard)
	if v.Returns {
		if failed != nil {
			v.seen.Note(fmt.Sprintf("%s could not be told to stop: %v; its run may continue there", v.Machine, failed))
		}
		return runs.Run{ID: id}, session.ErrInterrupted
	}
	if err := v.look(late, record, id); err != nil {
		return runs.Run{ID: id}, errors.Join(session.ErrInterrupted, v.lost(cmp.Or(failed, err)))
	}
	return v.bring(late, late, failed)
}

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

// leave sends the snapshot, and the session without its secrets, to the machine, and keeps where they have gone.
func (v *visit) leave(ctx context.Context) (err error) {
	load, left := parcel.Load{Snapshot: &v.Tree.Snapshot}, leaving{to: v.Request.To}
	if load.Origin, err = travel.OriginOf(ctx, v.Tree.Snapshot); err != nil {
		return err
	}
	if v.Request.From != "" {
		if v.from, err = v.s.Orchestrator().Sources().Find(ctx, v.Request.Query()); err != nil {
			return err
		}
		if v.from.Stream, err = left.stream(ctx, nil, v.s, v.from.Stream); err != nil {
			return err
		}
		load.Session = &v.from.Stream
	}
	if v.left, v.there.Arrival, err = depart(ctx, v.hub, v.Machine, v.from.Session, load, v.seen.Note); err != nil {
		return err
	}
	if left.masked != nil {
		v.seen.Note("secrets of the session were masked before it left")
	}
	v.left.Branch = v.Tree.Branch
	return journey.OpenDepartures(v.s.Config.Folders.Data).Add(ctx, v.left)
}

// lineOf is the command line by which another machine does what a request asks for, and more that stands before the
// CLI's own arguments. The prompt is its input. What is configured for the CLI here stays here.
func lineOf(r orchestrator.Request, more ...string) []string {
	line := []string{"run", "--to=" + r.To, "--prompt=-", "--thinking=" + string(r.Thinking),
		"--redact=" + string(r.Redaction)}
	if r.From != "" {
		line = append(line, "--history="+r.History.String())
	}
	if r.Model != "" {
		line = append(line, "--model="+r.Model)
	}
	if r.Allow != "" {
		line = append(line, "--allow="+string(r.Allow))
	}
	line = append(append(line, boundsOf(r)...), more...)
	if len(r.Arguments) > 0 {
		line = append(append(line, "--"), r.Arguments...)
	}
	return line
}

// boundsOf are the flags that keep a run to itself, and its budget.
func boundsOf(r orchestrator.Request) []string {
	b := r.Budget
	return []string{"--failover=", "--sync=off", fmt.Sprintf("--max-turns=%d", b.Turns),
		fmt.Sprintf("--max-cost=%v", b.Cost), fmt.Sprintf("--timeout=%v", b.Time)}
}

// begin begins the run there.
func (v *visit) begin(ctx context.Context) error {
	a := v.there.Arrival
	more := []string{"--detach", "--cwd=" + a.Dir}
	if a.File != "" {
		more = append(more, "--from=universal:"+a.File)
	}
	var out answer
	err := remote.Call(ctx, v.hub, v.Machine, lineOf(v.Request, more...), strings.NewReader(v.Request.Prompt), &out)
	if err == nil {
		v.there.Run.ID, err = runID(v.Machine, out.String())
	}
	return err
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

// bring brings the run home, and says how it has ended. Failed is what kept it from being followed to its end.
func (v *visit) bring(ctx, late context.Context, failed error) (runs.Run, error) {
	in := homecoming{s: v.s, hub: v.hub, machine: v.Machine, traveller: v.there, left: v.left, dir: v.Request.Dir,
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

// into brings what was done into a tree, and the session into the store of its CLI here. It returns what has come.
func (in homecoming) into(ctx context.Context, t worktree.Tree) (
	receipt writers.Receipt, tips []travel.Tip, err error) {
	got, err := in.unpack(ctx)
	if err != nil {
		return receipt, nil, err
	}
	defer got.Close() //nolint:errcheck // it is of no use any more
	if err := got.BringInto(ctx, t, travel.Bounds{}); err != nil {
		return receipt, nil, err
	}
	receipt, err = in.session(ctx, got)
	return receipt, got.Manifest.Tips, err
}

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
	case r.ExitCode == failure.OverBudget:
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
