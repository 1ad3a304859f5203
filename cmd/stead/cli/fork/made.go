package fork

import (
	"stead/forks"
	"stead/runs"
)

// madeFork is a fork as --json prints it.
type madeFork struct {
	runs.Run
	// Cut says where the session was cut. Nil when it was not.
	Cut *forks.Cut `json:"cut,omitempty"`
	// Command opens it, in the run's folder. Branch is that of the worktree that was made for it.
	Command []string `json:"command"`
	Branch  string   `json:"branch,omitempty"`
}
