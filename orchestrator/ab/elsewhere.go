package ab

import (
	"context"
	"errors"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/runs"
)

// ErrLost says that a machine, or the hub, was away for too long during work there, which may still continue.
var ErrLost = errors.New("it is not known how the work there stands")

// Visit is work on another machine of the user's.
type Visit struct {
	Machine string
	// Request is the task. The local settings of its CLI stay on this machine, except for the arguments in
	// Request.Arguments. Dir is the folder on this machine in which its session continues afterwards.
	Request orchestrator.Request
	// Tree is a copy of the folder. Its snapshot goes to the machine, and the resulting work comes into it. Its branch
	// names the visit.
	Tree worktree.Tree
	// Returns says that an interrupted visit continues later, as another visit of the same branch. Until then its work
	// stays there.
	Returns bool
}

// Elsewhere runs work on other machines of the user's. Several visits may run at the same time.
type Elsewhere interface {
	// Rehearse returns a machine's own name, however the user has written it, or "" for this machine. The error says why
	// that machine cannot do what the request asks for: there is no machine with that name, it does not answer, or its
	// CLIs cannot.
	Rehearse(ctx context.Context, machine string, request orchestrator.Request) (name string, err error)
	// Run does the work of a visit. When it returns, the work is in the tree, and the run is one of this machine with its
	// journal and its session, as far as all of that could be brought here. The end of ctx ends the run there. The
	// observer learns the run's id as soon as it has begun. Errors: those of orchestrator.Run, ErrLost, and failures to
	// reach the machine or to work there. For a visit with Returns set, nothing comes here with ErrLost or
	// session.ErrInterrupted.
	Run(ctx context.Context, v Visit, seen orchestrator.Observer) (runs.Run, error)
}
