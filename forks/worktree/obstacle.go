package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Conflict says which files were changed on both sides, or stand in the way. It is found before anything is touched.
type Conflict struct {
	Dir string
	// Files are relative to Dir, with slashes.
	Files []string
}

// Error names some of the files.
func (c *Conflict) Error() string {
	const most = 10
	names := strings.Join(c.Files[:min(most, len(c.Files))], ", ")
	if more := len(c.Files) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s has changes of its own in %s: nothing was touched", c.Dir, names)
}

// expectFree is a Conflict when a new file would have to take the place of one that git does not know, as an ignored
// one.
func (w wayBack) expectFree(ctx context.Context, p step) error {
	changes, err := changed(ctx, w.to.git(), p.from, p.to)
	if err != nil {
		return err
	}
	goes := map[string]bool{}
	for _, c := range changes {
		goes[c.Path] = c.Status == "D"
	}
	var taken []string
	for _, c := range changes {
		if c.Status == "A" && w.isTaken(c.Path, goes) {
			taken = append(taken, c.Path)
		}
	}
	if len(taken) > 0 {
		return &Conflict{Dir: w.to.Top, Files: taken}
	}
	return nil
}

// isTaken reports that something is in a new file's place, or in that of a folder of it, which does not go.
func (w wayBack) isTaken(path string, goes map[string]bool) bool {
	info, err := os.Lstat(filepath.Join(w.to.Top, filepath.FromSlash(path)))
	if err == nil {
		return !info.IsDir() || w.holdsMore(path, goes)
	}
	if !errors.Is(err, syscall.ENOTDIR) {
		return false
	}
	return !slices.ContainsFunc(above(path), func(folder string) bool { return goes[folder] })
}

// holdsMore reports a folder with files in it that do not go.
func (w wayBack) holdsMore(path string, goes map[string]bool) (more bool) {
	_ = filepath.WalkDir(filepath.Join(w.to.Top, filepath.FromSlash(path)),
		func(file string, entry fs.DirEntry, err error) error {
			relative, _ := filepath.Rel(w.to.Top, file)
			if err != nil || !entry.IsDir() && !goes[filepath.ToSlash(relative)] {
				more = true
				return fs.SkipAll
			}
			return nil
		})
	return more
}
