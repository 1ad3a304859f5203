package cli

import (
	"path/filepath"
	"strings"

	"stead/forks"
	"stead/internal/shell"
	"stead/orchestrator"
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

// forkWatch keeps what was delivered.
type forkWatch struct {
	runWatch
	plan orchestrator.Plan
}

// Delivered implements orchestrator.Observer.
func (w *forkWatch) Delivered(p orchestrator.Plan) {
	w.plan = p
	w.runWatch.Delivered(p)
}

// openLine is the line for a shell that opens a session with its own CLI.
func openLine(dir string, p orchestrator.Plan) string {
	words := make([]string, 0, len(p.Command))
	for i, word := range p.Command {
		if i == 0 {
			word = filepath.Base(word)
		}
		words = append(words, shell.Word(word))
	}
	return "cd " + shell.Word(dir) + " && " + strings.Join(words, " ")
}
