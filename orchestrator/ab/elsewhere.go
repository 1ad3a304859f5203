package ab

import (
	"context"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/runs"
)

// Elsewhere has contestants work on other machines of the user's. Several may do so at once.
type Elsewhere interface {
	// Rehearse returns the name of a machine as it calls itself, however the user has written it: nothing for this one. The error says why that machine cannot
	// do what the request asks for: there is none of that name, it does not answer, or its CLIs cannot.
	Rehearse(ctx context.Context, machine string, request orchestrator.Request) (name string, err error)
	// Run has a machine do what the request asks for, in a copy of the tree's snapshot. When it returns, what was done there is in the tree, and the run is one of
	// this machine with its journal and its session, as far as all of that could be brought here. The end of ctx ends the run there. The observer learns the
	// run's id as soon as it has begun. Errors: those of orchestrator.Run, and what keeps the machine from working or from being asked.
	Run(ctx context.Context, machine string, request orchestrator.Request, tree worktree.Tree, seen orchestrator.Observer) (runs.Run, error)
}
