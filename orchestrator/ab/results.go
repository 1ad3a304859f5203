package ab

import (
	"context"
	"fmt"
	"strings"

	"stead/forks/worktree"
	"stead/internal/term/plain"
)

// HasLeft reports whether the contest has left something that a cleaning would remove.
func (c Contest) HasLeft(how Cleaning) bool {
	return c.HasCopies() || how.Branches && c.HasBranches()
}

// Difference returns the commits between which a contestant's work lies: the beginning and its end. With a second name
// it is what lies between the two contestants' work. Errors: ErrNobody, and that of a contestant who has left no work.
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

// Changes returns what a contestant has done to the files. Nothing when the work is gone.
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
