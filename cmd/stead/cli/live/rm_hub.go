package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/reach/replica"
	"stead/runs"
)

// copies are the hub's copies of the runs that are removed here.
type copies struct {
	// data is stead's data folder. It is empty for a machine that sends no runs to a hub.
	data string
	runs []string
}

// copiesAtHub returns where to record removals, if this machine may have sent runs to a hub.
func copiesAtHub(s *setup.Setup) (*copies, error) {
	m, err := member.Load(s.Config.Folders.Data)
	if errors.Is(err, member.ErrNone) || err == nil && !m.Has(member.Node) {
		return &copies{}, nil
	}
	return &copies{data: s.Config.Folders.Data}, err
}

// note records that a run must also be removed from the hub once it is removed here. A node may be about to send it.
func (c *copies) note(r runs.Run) error {
	if c.data == "" {
		return nil
	}
	c.runs = append(c.runs, r.ID)
	return replica.OpenRemovals(c.data).Add(r.ID)
}

// hubPatience is how long rm waits for the hub.
const hubPatience = 10 * time.Second

// remove removes the copies from the hub. The node removes the remaining ones when it reaches the hub.
func (c *copies) remove(ctx context.Context, p *setup.Process, s *setup.Setup) {
	if len(c.runs) == 0 {
		return
	}
	made, err := replica.Published(c.data)
	if err == nil && !slices.ContainsFunc(c.runs, func(run string) bool { return made[run] }) {
		return // the hub has none of them
	}
	ctx, cancel := context.WithTimeout(ctx, hubPatience)
	defer cancel()
	h, err := machines.Connect(ctx, p)
	if err == nil {
		defer h.Close()
		var there remote.Journals
		if there, err = h.Journals(s.Config.Folders.Data); err == nil {
			err = there.Remove(ctx, s.Runs)
		}
	}
	if err != nil {
		p.Term.Err.Note("the copy at the hub is still there (%v): stead node removes it when it reaches the hub", err)
	}
}
