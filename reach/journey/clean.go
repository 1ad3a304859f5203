package journey

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/runs"
)

// ErrUnfetched says that removing an arrival would lose work.
var ErrUnfetched = errors.New("work that was not fetched would be lost")

// Used returns the arrivals that a run began with, or works in.
func (as Arrivals) Used(r runs.Run) (used []Arrival) {
	if a, err := as.Of(r.From.Path); err == nil {
		used = append(used, a)
	}
	if a, err := as.In(r.Dir); err == nil && (len(used) == 0 || used[0].ID != a.ID) {
		used = append(used, a)
	}
	return used
}

// Lasts returns those of the arrivals that a run uses which no other run uses.
func (as Arrivals) Lasts(r runs.Run, all []runs.Run) []Arrival {
	return slices.DeleteFunc(as.Used(r), func(a Arrival) bool {
		return slices.ContainsFunc(all, func(other runs.Run) bool {
			return other.ID != r.ID && slices.ContainsFunc(as.Used(other), func(b Arrival) bool { return b.ID == a.ID })
		})
	})
}

// Check returns an error if removing an arrival would lose something: work in its copy that is neither at home nor on a
// branch of the user's, or work that has left it for another machine and was not fetched. It commits uncommitted
// changes in the copy. Errors: ErrUnfetched, those of git and the disk.
func (as Arrivals) Check(ctx context.Context, a Arrival, left Departures) error {
	if a.Landed == nil {
		return nil
	}
	branches, err := a.Landed.Unkept(ctx, "Work that came to this machine as "+a.ID, a.Fetched)
	if err != nil {
		return err
	}
	if len(branches) > 0 {
		return fmt.Errorf("%w: %s in %s", ErrUnfetched, strings.Join(branches, ", "), a.Landed.Tree.Snapshot.Repository)
	}
	all, err := left.all()
	if err != nil {
		return err
	}
	for _, d := range all {
		if in, err := as.In(d.Snapshot.Dir); err == nil && in.ID == a.ID && !d.Fetched {
			return fmt.Errorf("%w: what has left it for %s", ErrUnfetched, d.whither())
		}
	}
	return nil
}

// Fetch records that commits of an arrival's work are at home. Errors are those of the file.
func (as Arrivals) Fetch(a Arrival, commits []string) error {
	for _, c := range commits {
		if !slices.Contains(a.Fetched, c) {
			a.Fetched = append(a.Fetched, c)
		}
	}
	return as.Save(a)
}

// Remove removes an arrival: the session, and the copy of the work with its branch and its data in the user's
// repository. Anything that [Arrivals.Check] objects to is lost. Errors are those of git and the disk.
func (as Arrivals) Remove(ctx context.Context, a Arrival) error {
	if a.Landed != nil {
		if err := a.Landed.Remove(ctx); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Dir(as.path(a.ID)))
}
