package worktree

import "context"

// CombineFiles is how changes are combined by a git that cannot merge without a working tree.
func (s Snapshot) CombineFiles(ctx context.Context, ours, theirs string) (string, error) {
	return wayBack{s}.combineFiles(ctx, s.Commit, ours, theirs)
}
