package ab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/runs"
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

// Pick brings a contestant's work into the user's folder, all of it or nothing, and has its session go on there: a new
// one of the same CLI that has all that was said, made and not started. Errors: ErrNobody, ErrPick, a
// *worktree.Conflict that names the files which stand in the way, those of orchestrator.Fork. The record that is
// returned tells what was done also when the session does not go on.
func (r *Runner) Pick(ctx context.Context, c Contest, how Picking, seen orchestrator.Observer) (Contest, error) {
	c, err := r.settled(ctx, c, seen)
	if err != nil {
		return c, err
	}
	one, err := c.Find(how.Name)
	if err == nil {
		err = c.pickable(one)
	}
	if err != nil {
		return c, err
	}
	if c, err = r.bring(ctx, c, one, how.Branch); err != nil || how.Stay || how.Branch != "" || one.Run == "" {
		return c, err
	}
	run, err := r.Orchestrator.Fork(ctx, c.goingOn(one, how.Request), seen)
	if err != nil {
		return c, fmt.Errorf("the work of %s is in %s, but its session could not be moved there: %w", one.Name, c.Dir, err)
	}
	c.Picked.Run = run.ID
	return c, r.Contests.Save(c)
}

// settled returns the contest after an earlier pick in it that was killed: the command line has settled that, and said
// so, other front ends have not.
func (r *Runner) settled(ctx context.Context, c Contest, seen orchestrator.Observer) (Contest, error) {
	all, err := r.Contests.Settle(ctx, func(b Begun) bool { return b.Contest == c.ID })
	if err != nil || len(all) == 0 {
		return c, err
	}
	seen.Note(fmt.Sprintf("stead was killed while it picked %s: that is %s", all[0].Name, all[0].Fate))
	return r.Contests.Load(c.ID)
}

// pickable says why somebody cannot be picked.
func (c Contest) pickable(one Contestant) error {
	switch {
	case c.Alive():
		return fmt.Errorf("pick %s: %w", one.Name, ErrGoesOn) // its process keeps the record
	case one.Commit == "":
		return fmt.Errorf("%s: %w: it left no work (%s)", one.Name, ErrPick,
			strings.TrimSuffix(string(one.State)+": "+one.Reason, ": "))
	case c.Picked != nil && c.Picked.Branch == "":
		return fmt.Errorf("%s: %w: %s was already picked, and its work is in %s%s", one.Name, ErrPick, c.Picked.Name, c.Dir,
			c.elsewhere(one))
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

// bring brings the work to where it shall be, and records that. A note tells of it from before the first change until
// it is recorded: the next stead settles what is cut off in between ([Folder.Settle]), and so does this one when git
// fails.
func (r *Runner) bring(ctx context.Context, c Contest, one Contestant, branch string) (Contest, error) {
	at := r.Orchestrator.Host.Now().UTC()
	note := &Begun{Contest: c.ID, Name: one.Name, Dir: c.Dir, At: at, By: runs.Self()}
	defer note.close()
	err := c.bring(ctx, one, branch, func(act worktree.Act) (*os.File, error) {
		note.Act = act
		err := r.Contests.begin(note)
		return note.file, err
	})
	if err != nil {
		return c, errors.Join(fmt.Errorf("pick %s: %w", one.Name, err), r.Contests.settleFailed(ctx, note))
	}
	c.Picked = &Picked{Name: one.Name, Commit: one.Commit, Branch: branch, At: at}
	if err := r.Contests.Save(c); err != nil {
		return c, err
	}
	return c, errors.Join(r.Contests.Touch(c.ID), note.remove())
}

// bring is without a note where nothing is changed, and where that is one branch: git makes it at once.
func (c Contest) bring(ctx context.Context, one Contestant, branch string, begin worktree.Begin) error {
	if branch != "" {
		return c.Snapshot.KeepAs(ctx, branch, one.Commit)
	}
	if one.Commit == c.Snapshot.Commit {
		return nil
	}
	return c.bringInto(ctx, one, begin)
}

// bringInto brings the work into the folder: by a merge when that was as its last commit has it, and still follows
// that. Else the changes are made in the files, since what was not committed is the user's to commit.
func (c Contest) bringInto(ctx context.Context, one Contestant, begin worktree.Begin) error {
	if !c.Snapshot.Dirty && c.Snapshot.Branch != "" {
		_, err := c.Snapshot.Merge(ctx, one.Commit, fmt.Sprintf("Merge the work of %s in contest %s", one.Name, c.ID), begin)
		if !errors.Is(err, worktree.ErrNoGit) && !errors.Is(err, worktree.ErrModules) &&
			!errors.Is(err, worktree.ErrElsewhere) {
			return err
		}
	}
	_, err := c.Snapshot.Apply(ctx, one.Commit, begin)
	return err
}

// goingOn asks for the session that continues in the user's folder.
func (c Contest) goingOn(one Contestant, policies orchestrator.Request) orchestrator.Request {
	r := policies.In(one.CLI)
	r.From, r.Model, r.Dir, r.Prompt = "run:"+one.Run, one.Model, c.Dir, ""
	return r
}
