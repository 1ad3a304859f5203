package ab

import (
	"context"
	"errors"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/runs"
)

// ErrLost says that a machine, or the hub, was away for too long while work was done there, which may go on.
var ErrLost = errors.New("it is not known how the work there stands")

// Visit is work on another machine of the user's.
type Visit struct {
	Machine string
	// Request is what is asked for. What is configured here for its CLI stays here, but for the arguments that
	// Request.Arguments has. Dir is the folder here in which its session goes on afterwards.
	Request orchestrator.Request
	// Tree is a copy of the folder whose snapshot goes to the machine, and into which what was done there comes. Its
	// branch names the visit.
	Tree worktree.Tree
	// Returns says that a visit which is broken off is gone on with later: by another one of the same branch. Until then
	// its work stays there.
	Returns bool
}

// Elsewhere has work done on other machines of the user's. Several may work at once.
type Elsewhere interface {
	// Rehearse returns the name of a machine as it calls itself, however the user has written it: nothing for this one.
	// The error says why that machine cannot do what the request asks for: there is none of that name, it does not answer,
	// or its CLIs cannot.
	Rehearse(ctx context.Context, machine string, request orchestrator.Request) (name string, err error)
	// Run has the work of a visit done. When it returns, what was done there is in the tree, and the run is one of this
	// machine with its journal and its session, as far as all of that could be brought here. The end of ctx ends the run
	// there. The observer learns the run's id as soon as it has begun. Errors: those of orchestrator.Run, ErrLost, and
	// what keeps the machine from working or from being asked. Of a visit that returns nothing comes here with ErrLost or
	// session.ErrInterrupted.
	Run(ctx context.Context, v Visit, seen orchestrator.Observer) (runs.Run, error)
}
