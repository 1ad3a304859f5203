package run

import (
	"context"
	"os"
	"strconv"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/term/plain"
	"stead/orchestrator/workdir"
)

// chooseFolder asks the user for a folder in place of the session's own, which cannot be used. Without an answer it
// returns the given problem.
func chooseFolder(ctx context.Context, p *setup.Process, problem *failure.Error) (string, error) {
	p.Term.Err.Message("%s", problem.Text)
	for i, near := range problem.Near {
		p.Term.Err.Message("  %d  %s   %s", i+1, p.Tilde(near.Dir), near.Why)
	}
	for {
		answer, err := p.Term.Ask(ctx, "Continue in which folder? Enter a number or a path, or nothing to stop: ")
		if err != nil || answer == "" {
			return "", firstOf(err, problem)
		}
		dir := folderOf(p, answer, problem.Near)
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() {
			return dir, nil
		}
		p.Term.Err.Message("there is no folder %s", plain.Line(dir))
	}
}

func firstOf(first, otherwise error) error {
	if first != nil {
		return first
	}
	return otherwise
}

// folderOf returns the folder of an answer.
func folderOf(p *setup.Process, answer string, near []workdir.Near) string {
	if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(near) {
		return near[n-1].Dir
	}
	return p.Path(answer)
}
