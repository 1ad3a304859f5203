package browse

import (
	"context"
	"fmt"
	"strings"

	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/internal/render/transcript"
	"stead/orchestrator/active"
	"stead/ui/tui"
)

// running shows what the runs of this machine do. It implements that part of tui.Machine.
type running struct{ setup *setup.Setup }

// Watch implements tui.Machine.
func (r running) Watch(ctx context.Context, run string) (<-chan active.Picture, error) {
	return r.setup.Active().Watch(ctx, run)
}

// Changes implements tui.Machine.
func (r running) Changes(ctx context.Context, run string) (tui.Changes, error) {
	_, work, err := r.setup.Active().Work(ctx, run)
	if err != nil {
		return tui.Changes{}, err
	}
	return changesOf(work), nil
}

// changesOf describes what was changed: what it is compared with, the files, and the diff.
func changesOf(w worktree.Work) tui.Changes {
	c := tui.Changes{Files: len(w.Changes)}
	var files []string
	for _, f := range w.Changes {
		c.Added += f.Added
		c.Deleted += f.Deleted
		files = append(files, lineOf(f))
	}
	c.Lines = append([]string{
		fmt.Sprintf("%s, +%d −%d, compared with %s", transcript.Count(c.Files, "file"), c.Added, c.Deleted, baseOf(w)),
	}, files...)
	if w.Diff != "" {
		c.Lines = append(append(c.Lines, ""), strings.Split(strings.TrimSuffix(w.Diff, "\n"), "\n")...)
	}
	if w.Cut {
		c.Lines = append(c.Lines, "… the rest of the diff is too long to be shown here")
	}
	return c
}

// baseOf says what the folder is compared with.
func baseOf(w worktree.Work) string {
	switch {
	case w.Base == "":
		return "nothing: the repository has no commit yet"
	case w.Began:
		return w.Base[:min(len(w.Base), 10)] + ", checked out when the run began; what was uncommitted then, or others have " +
			"changed, is part of it"
	}
	return w.Base[:min(len(w.Base), 10)] + ", checked out now: git's log of HEAD does not reach back to when the run began"
}

func lineOf(f worktree.Change) string {
	line := fmt.Sprintf("  %s %s", f.Status, f.Path)
	if f.Old != "" {
		line += " was " + f.Old
	}
	if f.Binary {
		return line + "  binary"
	}
	return line + fmt.Sprintf("  +%d −%d", f.Added, f.Deleted)
}
