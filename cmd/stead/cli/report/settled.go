package report

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/orchestrator/ab"
)

// SettlePicks completes or undoes the picks whose stead was killed halfway, and reports the outcome of each. With a
// folder, it handles only picks that change something there. A pick that cannot be settled does not block the command,
// but is reported each time.
func SettlePicks(ctx context.Context, p *setup.Process, s *setup.Setup, folder string) {
	if folder != "" && !filepath.IsAbs(folder) {
		folder = filepath.Join(p.Folder(), folder)
	}
	concerns := func(b ab.Begun) bool { return folder == "" || isWithin(folder, b) }
	settled, err := ab.Open(s.Config.Folders.Data).Settle(ctx, concerns)
	for _, one := range settled {
		p.Term.Err.Message("%s", settledLine(p, one))
	}
	if err != nil {
		p.Term.Err.Message("%v", err)
	}
}

// isWithin reports whether a folder is one that the pick changes, or lies below one.
func isWithin(folder string, b ab.Begun) bool {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	for _, step := range b.Act.Steps {
		dir := step.Dir
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		if relative, err := filepath.Rel(dir, folder); err == nil && filepath.IsLocal(relative) {
			return true
		}
	}
	return false
}

func settledLine(p *setup.Process, one ab.Settled) string {
	line := fmt.Sprintf("stead was killed while it picked %s (%s): ", one.Name, one.At.Local().Format("2006-01-02 15:04"))
	dir := p.Tilde(one.Dir)
	switch one.Fate {
	case worktree.Finished:
		line += "all of its work is in " + dir
	case worktree.TakenBack:
		line += fmt.Sprintf("%s is as it was before; to pick again: stead ab pick %s %s", dir, one.Contest, one.Name)
	case worktree.Left:
		line += fmt.Sprintf("%s has changed since, so it stays as it is; the work is commit %.12s", dir, one.Act.Commit)
	}
	if len(one.Changed) > 0 {
		line += "; you have changed " + strings.Join(one.Changed, ", ") + " since: left as it is"
	}
	if one.Lock != "" {
		line += "; if no git is at work there, remove " + p.Tilde(one.Lock)
	}
	return line
}
