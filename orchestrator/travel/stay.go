package travel

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"stead/reach/remote"
	"stead/timeline"
)

// begun begins the run there. If the session has left earlier, begun first asks the machine whether the run has begun,
// and resumes a run that was broken off. Late outlasts ctx, so that an interruption does not lose a run that has begun.
func (v *visit) begun(ctx, late context.Context, hasLeft bool) error {
	return v.patience.do(ctx, func() error {
		if !hasLeft {
			hasLeft = true // the next time it may have begun
			return v.begin(late)
		}
		if err := v.look(late, PartBegun, v.left.Arrival); err != nil {
			return err
		}
		switch {
		case !v.there.hasBegun():
			return v.begin(late)
		case v.there.isBrokenOff():
			return v.resume(late)
		}
		return nil
	})
}

// resume continues the run there that was broken off.
func (v *visit) resume(ctx context.Context) error {
	v.seen.Note("run " + remote.Join(v.Machine, v.there.Run.ID) + " was broken off: it goes on there")
	line := append([]string{"run", "--resume=" + v.there.Run.ID, "--detach"}, boundsOf(v.Request)...)
	return remote.Call(ctx, v.hub, v.Machine, line, nil, io.Discard)
}

// look asks for the state of the run there, by a part of the verb parcel.
func (v *visit) look(ctx context.Context, part, id string) error {
	t, err := look(ctx, v.hub, v.Machine, part, id)
	if err == nil {
		v.there = t
	}
	return err
}

// follow passes on the run's entries until the run has ended. While the machine or the hub is away, follow waits, and
// then continues after the last entry. It resumes a run that ended meanwhile because its lease could not be renewed.
func (v *visit) follow(ctx context.Context, id string) error {
	told := 0
	for {
		err := v.patience.do(ctx, func() error { return v.listen(ctx, id, &told) })
		if isAway(err) || ctx.Err() != nil {
			return err
		} // after any other error, the record has the state of the run
		err = v.patience.do(ctx, func() error {
			if err := v.look(ctx, PartRecord, id); err != nil || !v.there.isUnleased() {
				return err
			}
			v.there.Alive = true
			return v.resume(ctx)
		})
		if err != nil || !v.there.Alive || !pause(ctx, v.patience.pause) {
			return err
		}
	}
}

// listen passes on the run's entries, without the first told ones, until the run or the connection ends.
func (v *visit) listen(ctx context.Context, id string, told *int) error {
	_, err := receive(ctx, v.hub, v.Machine, []string{"logs", "--follow", "--json", id}, nil, func(r io.Reader) error {
		entries := json.NewDecoder(r)
		for n := 1; ; n++ {
			var line json.RawMessage
			if err := entries.Decode(&line); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if n <= *told {
				continue
			}
			*told = n
			if e := (&timeline.Entry{}); e.UnmarshalJSON(line) == nil { // an entry of a newer stead is in the journal
				v.seen.Entry(e)
			}
		}
	})
	return err
}
