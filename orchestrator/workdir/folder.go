// Package workdir finds the folder in which a session continues, and proposes others if that one no longer exists. It
// also gives a fork a git worktree of its own, and removes it if the fork fails before a run has used it.
package workdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/orchestrator/source"
)

// ErrNoFolder says that a session's working folder does not exist, or is not known.
var ErrNoFolder = errors.New("no folder to work in")

// FolderError is a working folder that cannot be used. It wraps ErrNoFolder.
type FolderError struct {
	// Dir is the folder. It is empty when the session does not name its working folder.
	Dir string
	// Reason says why it cannot be used.
	Reason error
	// Near are folders that may have taken its place, the likeliest first.
	Near []Near
}

// Near is a folder that may have been meant.
type Near struct {
	Dir string
	// Why says what speaks for it, in a few words.
	Why string
}

// Error says what is wrong.
func (e *FolderError) Error() string {
	if e.Dir == "" {
		return fmt.Sprintf("%v: the session does not name its working folder", ErrNoFolder)
	}
	return fmt.Sprintf("%v: the session's working folder is %s, which cannot be used: %v", ErrNoFolder, e.Dir, e.Reason)
}

// Unwrap returns ErrNoFolder.
func (e *FolderError) Unwrap() error { return ErrNoFolder }

// Hint says what to do.
func (e *FolderError) Hint() string {
	hint := "name a folder with --cwd"
	for _, near := range e.Near {
		hint += fmt.Sprintf("\n  --cwd %s   %s", near.Dir, near.Why)
	}
	return hint
}

// Finder finds working folders.
type Finder struct {
	// Home is the user's home, Current the folder that stead was started in: where a moved folder is searched for.
	Home, Current string
}

// Find returns the folder in which a session continues: the named one, or without a name the session's own. CLIs find a
// session by the real path of its folder, so links are resolved. Errors wrap ErrNoFolder; one about the session's own
// folder is a *FolderError.
func (f Finder) Find(named string, from source.Source) (string, error) {
	if named != "" {
		dir, err := realFolder(named)
		if err != nil {
			return "", fmt.Errorf("%w: --cwd %s: %w", ErrNoFolder, named, err)
		}
		return dir, nil
	}
	unusable := &FolderError{Dir: from.Dir}
	if from.Dir != "" {
		dir, err := realFolder(from.Dir)
		if err == nil {
			return dir, nil
		}
		unusable.Reason = err
	}
	unusable.Near = f.near(from)
	return "", unusable
}

// realFolder returns the path of a folder without links.
func realFolder(dir string) (string, error) {
	resolved, err := filepath.EvalSymlinks(dir)
	if os.IsNotExist(err) {
		return "", fmt.Errorf("there is no such folder")
	}
	if err != nil {
		return "", err
	}
	info, err := os.Stat(resolved)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("it is not a folder")
	}
	return resolved, err
}
