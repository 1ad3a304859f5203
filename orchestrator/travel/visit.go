package travel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"stead/forks/worktree/travel"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
)

// visit is a run on another machine that begins with a tree's snapshot and whose work comes into that tree. The run
// works in the background there, so it outlives the connection and this process. While the machine or the hub is away,
// the visit waits for some minutes.
type visit struct {
	ab.Visit
	home     Home
	hub      *remote.Hub
	seen     orchestrator.Observer
	patience patience
	// from is the session that continues there. Zero for a new session, and for one that has left earlier.
	from source.Source
	// left is what has left for the machine, there the state of the run there.
	left  journey.Departure
	there Traveller
}

// make begins the run there, unless it has begun, and follows it to its end. The end of ctx ends the run.
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

// breakOff ends the run there after ctx was done. The work so far comes home, unless the visit continues later.
func (v *visit) breakOff(late context.Context, id string) (runs.Run, error) {
	failed := remote.Call(late, v.hub, v.Machine, []string{"stop", id}, nil, io.Discard)
	if v.Returns {
		if failed != nil {
			v.seen.Note(fmt.Sprintf("%s could not be told to stop: %v; its run may continue there", v.Machine, failed))
		}
		return runs.Run{ID: id}, session.ErrInterrupted
	}
	if err := v.look(late, PartRecord, id); err != nil {
		return runs.Run{ID: id}, errors.Join(session.ErrInterrupted, v.lost(cmp.Or(failed, err)))
	}
	return v.bring(late, late, failed)
}

// leave sends the snapshot, and the session without its secrets, to the machine, and records where they have gone.
func (v *visit) leave(ctx context.Context) (err error) {
	load, left := parcel.Load{Snapshot: &v.Tree.Snapshot}, Leaving{To: v.Request.To}
	if load.Origin, err = travel.OriginOf(ctx, v.Tree.Snapshot); err != nil {
		return err
	}
	if v.Request.From != "" {
		if v.from, err = v.home.Sources.Find(ctx, v.Request.Query()); err != nil {
			return err
		}
		if v.from.Stream, err = left.stream(ctx, v.home, v.from.Stream); err != nil {
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
	return v.home.departures().Add(ctx, v.left)
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
