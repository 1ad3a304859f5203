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

// Contests holds contests on this machine and on the user's others. Alongside is as of [setup.Setup.Contests].
func Contests(p *setup.Process, s *setup.Setup, alongside setup.Alongside) *ab.Runner {
	e := &elsewhere{process: p, setup: s}
	p.OnClose(e.close)
	ring := s.Contests(alongside)
	ring.Elsewhere = e
	return ring
}

// elsewhere has contestants work on the user's other machines. It connects to the hub when somebody needs that.
type elsewhere struct {
	process *setup.Process
	setup   *setup.Setup
	mutex   sync.Mutex
	hub     *remote.Hub
}

var _ ab.Elsewhere = (*elsewhere)(nil)

// close ends the connection to the hub, if there is one.
func (e *elsewhere) close() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub != nil {
		e.hub.Close()
		e.hub = nil
	}
}

// connected is the connection to the hub.
func (e *elsewhere) connected(ctx context.Context) (h *remote.Hub, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.hub == nil {
		e.hub, err = machines.Connect(ctx, e.process)
	}
	return e.hub, err
}

// Rehearse implements [ab.Elsewhere]. The machine itself says whether its CLI is there and takes what is asked for; the session has not come to it yet.
func (e *elsewhere) Rehearse(ctx context.Context, machine string, r orchestrator.Request) (name string, err error) {
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
func (e *elsewhere) Run(ctx context.Context, machine string, r orchestrator.Request, t worktree.Tree, seen orchestrator.Observer) (runs.Run, error) {
	h, err := e.connected(ctx)
	if err != nil {
		return runs.Run{}, err
	}
	v := visit{s: e.setup, hub: h, machine: machine, request: r, tree: t, seen: seen}
	return v.make(ctx)
}
