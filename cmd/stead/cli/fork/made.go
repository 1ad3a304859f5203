package fork

import (
	"stead/forks"
	"stead/runs"
)

// madeFork is the --json form of a fork.
type madeFork struct {
	runs.Run
	// Cut describes where the session was cut. It is nil if the session was not cut.
	Cut *forks.Cut `json:"cut,omitempty"`
	// Command opens the fork in the run's folder. Branch is the branch of the worktree that was made for the fork.
	Command []string `json:"command"`
	Branch  string   `json:"branch,omitempty"`
}
