package ab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"stead/forks/worktree"
	"stead/orchestrator"
)

// ErrPick marks what keeps a contestant from being picked. Nothing was touched.
var ErrPick = errors.New("it cannot be picked")

// Picking says how a winner is picked.
type Picking struct {
	// Name is the contestant's name or its number.
	Name string
	// Branch is a new branch that gets the work, in place of the user's folder.
	Branch string
	// Stay leaves the winner's session where it is: it does not go on in the user's folder.
	Stay bool
	// Request has the policies with which the session goes there.
	Request orchestrator.Request
}

// Pick brings a contestant's work into the user's folder, all of it or nothing, and has its session go on there: a new one of the same
// CLI that has all that was said, made and not started. Errors: ErrNobody, ErrPick, a *worktree.Conflict that names the files which stand in the
// way, those of orchestrator.Fork. The record that is returned tells what was done also when the session does not go on.
func (r *Runner) Pick(ctx context.Context, c Contest, how Picking, seen orchestrator.Observer) (Contest, error) {
	one, err := c.Find(how.Name)
	if err == nil {
		err = c.pickable(one)
	}
	if err != nil {
		return c, err
	}
	if err := c.bring(ctx, one, how.Branch); err != nil {
		return c, fmt.Errorf("pick %s: %w", one.Name, err)
	}
	c.Picked = &Picked{Name: one.Name, Commit: one.Commit, Branch: how.Branch, At: r.Orchestrator.Host.Now().UTC()}
	if err := errors.Join(r.Contests.Save(c), r.Contests.Touch(c.ID)); err != nil || how.Stay || how.Branch != "" || one.Run == "" {
		return c, err
	}
	run, err := r.Orchestrator.Fork(ctx, c.goingOn(one, how.Request), seen)
	if err != nil {
		return c, fmt.Errorf("the work of %s is in %s, but its session could not be moved there: %w", one.Name, c.Dir, err)
	}
	c.Picked.Run = run.ID
	return c, r.Contests.Save(c)
}

// pickable says why somebody cannot be picked.
func (c Contest) pickable(one Contestant) error {
	switch {
	case c.Alive():
		return fmt.Errorf("pick %s: %w", one.Name, ErrGoesOn) // its process keeps the record
	case one.Commit == "":
		return fmt.Errorf("%s: %w: it left no work (%s)", one.Name, ErrPick, strings.TrimSuffix(string(one.State)+": "+one.Reason, ": "))
	case c.Picked != nil && c.Picked.Branch == "":
		return fmt.Errorf("%s: %w: %s was already picked, and its work is in %s%s", one.Name, ErrPick, c.Picked.Name, c.Dir, c.elsewhere(one))
	}
	return nil
}

// elsewhere says where the work is of somebody who was not picked.
func (c Contest) elsewhere(one Contestant) string {
	if one.Branch == "" || one.Name == c.Picked.Name || c.Snapshot.Own {
		return ""
	}
	return fmt.Sprintf("; that of %s is on the branch %s", one.Name, one.Branch)
}

// bring brings the work to where it shall be: into the folder by a merge when that was as its last commit has it, and still follows that. Else the changes
// are made in the files, since what was not committed is the user's to commit.
func (c Contest) bring(ctx context.Context, one Contestant, branch string) error {
	if branch != "" {
		return c.Snapshot.KeepAs(ctx, branch, one.Commit)
	}
	if one.Commit == c.Snapshot.Commit {
		return nil
	}
	if !c.Snapshot.Dirty && c.Snapshot.Branch != "" {
		_, err := c.Snapshot.Merge(ctx, one.Commit, fmt.Sprintf("Merge the work of %s in contest %s", one.Name, c.ID))
		if !errors.Is(err, worktree.ErrNoGit) && !errors.Is(err, worktree.ErrModules) && !errors.Is(err, worktree.ErrElsewhere) {
			return err
		}
	}
	_, err := c.Snapshot.Apply(ctx, one.Commit)
	return err
}

// goingOn asks for the session that continues in the user's folder.
func (c Contest) goingOn(one Contestant, policies orchestrator.Request) orchestrator.Request {
	r := policies.In(one.CLI)
	r.From, r.Model, r.Dir, r.Prompt = "run:"+one.Run, one.Model, c.Dir, ""
	return r
}
