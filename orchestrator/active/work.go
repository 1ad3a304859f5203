package active

import (
	"context"

	"stead/forks/worktree"
	"stead/runs"
)

// Work returns what was changed in the folder of a run, active or not, since the run began. Others may have worked in
// the same folder. Errors: those of [runs.Folder.Find] and [worktree.Since].
func (a Runs) Work(ctx context.Context, name string) (runs.Run, worktree.Work, error) {
	r, err := a.Records.Find(name)
	if err != nil {
		return r, worktree.Work{}, err
	}
	w, err := worktree.Since(ctx, r.Dir, a.State, r.Started)
	return r, w, err
}
