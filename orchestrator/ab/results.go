package ab

import (
	"context"
	"fmt"
	"strings"

	"stead/forks/worktree"
	"stead/internal/term/plain"
)

// HasLeft reports whether a cleaning would remove anything.
func (c Contest) HasLeft(how Cleaning) bool {
	return c.HasCopies() || how.Branches && c.HasBranches()
}

// Difference returns the commits before and after a contestant's work. With a second name, these are the commits of
// both contestants' work. Errors: ErrNobody, and an error for a contestant that has left no work.
func (c Contest) Difference(name string, second ...string) (from, to string, err error) {
	ends := []string{c.Snapshot.Commit}
	for _, name := range append([]string{name}, second...) {
		one, err := c.Find(name)
		if err != nil {
			return "", "", err
		}
		if one.Commit == "" {
			return "", "", fmt.Errorf("%s left no work: %s", one.Name,
				plain.Line(strings.TrimSuffix(string(one.State)+": "+one.Reason, ": ")))
		}
		ends = append(ends, one.Commit)
	}
	ends = ends[len(ends)-2:]
	return ends[0], ends[1], nil
}

// Changes returns what a contestant has changed in the files. It returns nothing if the work no longer exists.
func (c Contest) Changes(ctx context.Context, one Contestant) []worktree.Change {
	if one.Files == 0 {
		return nil
	}
	changes, err := worktree.Changes(ctx, c.Snapshot.Repository, c.Snapshot.Commit, one.Commit)
	if err != nil {
		return nil
	}
	return changes
}
