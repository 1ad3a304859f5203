package travel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/reach/journey"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/runs"
)

// Elsewhere has contestants, and steps of chains, work on the user's other machines. It connects to the hub when it
// first needs one, and is safe for concurrent use.
type Elsewhere struct {
	home  Home
	mutex sync.Mutex
	hub   *remote.Hub
}

var _ ab.Elsewhere = (*Elsewhere)(nil)

// NewElsewhere connects to nothing yet. The caller closes it.
func NewElsewhere(h Home) *Elsewhere { return &Elsewhere{home: h} }

// Close ends the connection to the hub, if there is one.
func (e *Elsewhere) Close() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub != nil {
		e.hub.Close()
		e.hub = nil
	}
}

// connected returns the connection to the hub.
func (e *Elsewhere) connected(ctx context.Context) (h *remote.Hub, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub == nil {
		e.hub, err = e.home.Connect(ctx)
	}
	return e.hub, err
}

// Expect returns an error for a name that none of the user's machines has. While the hub is away, it returns none: the
// first call to the machine will fail.
func (e *Elsewhere) Expect(ctx context.Context, machine string) error {
	if remote.IsSelf(e.home.Data, machine) {
		return nil
	}
	h, err := e.connected(ctx)
	switch {
	case errors.Is(err, member.ErrNone):
		return fmt.Errorf("there is no machine %q: %w", machine, err)
	case err != nil:
		return nil
	}
	_, err = h.Find(machine)
	return err
}

// Rehearse implements [ab.Elsewhere]. The machine itself says whether it has the CLI, and whether the CLI can do what
// the request asks for. The session has not come to it yet.
func (e *Elsewhere) Rehearse(ctx context.Context, machine string, r orchestrator.Request) (name string, err error) {
	if remote.IsSelf(e.home.Data, machine) {
		return "", nil
	}
	h, err := e.connected(ctx)
	if err != nil {
		return "", err
	}
	if known, found := h.Named(machine); found {
		machine = known.Name
	}
	r.From = ""
	return machine, remote.Call(ctx, h, machine, lineOf(r, "--dry-run"), strings.NewReader(r.Prompt), io.Discard)
}

// Run implements [ab.Elsewhere].
func (e *Elsewhere) Run(ctx context.Context, to ab.Visit, seen orchestrator.Observer) (runs.Run, error) {
	v := visit{Visit: to, home: e.home, seen: seen}
	v.patience = patience{most: outage, pause: retry, waits: func(why error) {
		seen.Note(fmt.Sprintf("%s is out of reach (%v): waiting up to %.0f minutes for it", to.Machine, why,
			outage.Minutes()))
	}}
	if to.Returns {
		left, err := e.home.departures().Into(to.Machine, to.Tree.Branch)
		if err != nil && !errors.Is(err, journey.ErrUnknown) {
			return runs.Run{}, err
		}
		v.left = left
	}
	connect := func() (err error) {
		v.hub, err = e.connected(ctx)
		return err
	}
	if v.left.Arrival == "" {
		if err := connect(); err != nil {
			return runs.Run{}, err
		}
	} else if err := v.patience.do(ctx, connect); err != nil {
		return runs.Run{}, v.lostIfAway(err)
	}
	return v.make(ctx)
}
