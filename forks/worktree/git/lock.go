package git

import (
	"context"
	"errors"
	"os"
	"time"

	"stead/internal/sys/filelock"
)

// lockPause lies between two attempts to have a lock, which is held for some 20 ms.
const lockPause = 5 * time.Millisecond

// Alone runs what registers a worktree or removes one, one at a time for a repository, whichever process does it: a git
// that goes through the worktrees ends with "failed to read commondir" when it meets one that is just being made
// (observed with git 2.39.5).
func (g Dir) Alone(ctx context.Context, do func() error) error {
	folder, err := g.Folder(ctx, "--git-common-dir")
	if err != nil {
		return err
	}
	return Locked(ctx, folder, do)
}

// Locked runs something under the lock of a folder itself, so that nothing is put into that. Where folders cannot be
// locked it goes without.
func Locked(ctx context.Context, path string, do func() error) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close() // gives back the lock
	for errors.Is(filelock.Try(folder), filelock.ErrHeld) {
		select {
		case <-time.After(lockPause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return do()
}
