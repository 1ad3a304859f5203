package travel

import (
	"context"
	"io"
	"strings"
	"sync"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/reach/remote"
	"stead/runs"
)

// Elsewhere has contestants work on the user's other machines. It connects to the hub when somebody needs that.
type Elsewhere struct {
	process *setup.Process
	setup   *setup.Setup
	mutex   sync.Mutex
	hub     *remote.Hub
}

var _ ab.Elsewhere = (*Elsewhere)(nil)

// NewElsewhere returns what asks the other machines of this one's user.
func NewElsewhere(p *setup.Process, s *setup.Setup) *Elsewhere {
	return &Elsewhere{process: p, setup: s}
}

// Close ends the connection to the hub, if there is one.
func (e *Elsewhere) Close() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub != nil {
		e.hub.Close()
		e.hub = nil
	}
}

// connected is the connection to the hub.
func (e *Elsewhere) connected(ctx context.Context) (h *remote.Hub, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub == nil {
		e.hub, err = machines.Connect(ctx, e.process)
	}
	return e.hub, err
}

// Rehearse implements [ab.Elsewhere]. The machine itself says whether its CLI is there and takes what is asked for; the session has not come to it yet.
func (e *Elsewhere) Rehearse(ctx context.Context, machine string, r orchestrator.Request) (name string, err error) {
	if machine == machines.Here {
		return "", nil
	}
	h, err := e.connected(ctx)
	if err != nil || strings.EqualFold(machine, h.Self().Name) {
		return "", err
	}
	if known, found := h.Named(machine); found {
		machine = known.Name
	}
	r.From = ""
	return machine, machines.Call(ctx, h, machine, append(lineOf(r), "--dry-run"), strings.NewReader(r.Prompt), io.Discard)
}

// Run implements [ab.Elsewhere].
func (e *Elsewhere) Run(ctx context.Context, machine string, r orchestrator.Request, t worktree.Tree, seen orchestrator.Observer) (runs.Run, error) {
	h, err := e.connected(ctx)
	if err != nil {
		return runs.Run{}, err
	}
	v := visit{s: e.setup, hub: h, machine: machine, request: r, tree: t, seen: seen}
	return v.make(ctx)
}
