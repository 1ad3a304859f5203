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

// ErrPick marks the reasons why a contestant cannot be picked. Nothing was touched.
var ErrPick = errors.New("it cannot be picked")

// ErrFailedCheck says that the work did not pass the check and is not picked by force. It comes with ErrPick.
var ErrFailedCheck = errors.New("its work did not pass the check")

// Picking says how a winner is picked.
type Picking struct {
	// Name is the contestant's name or its number.
	Name string
	// Branch is a new branch that receives the work instead of the user's folder.
	Branch string
	// Stay leaves the winner's session where it is: it does not continue in the user's folder.
	Stay bool
	// Force also picks a contestant whose work did not pass the check.
	Force bool
	// Request has the policies for the delivery of the session.
	Request orchestrator.Request
}

// Pick brings a contestant's work into the user's folder, all of it or nothing, and continues its session there. That
// is a new session of the same CLI with the whole conversation, written but not started. Errors: ErrNobody, ErrPick, a
// *worktree.Conflict that names the files in the way, those of orchestrator.Fork. The returned record says what was
// done even if the session does not continue. After one contestant's work is in the folder, that of others can still
// go into branches.
func (r *Runner) Pick(ctx context.Context, c Contest, how Picking, seen orchestrator.Observer) (Contest, error) {
	c, err := r.settled(ctx, c, seen)
	if err != nil {
		return c, err
	}
	one, err := c.Find(how.Name)
	if err == nil {
		err = c.pickable(one, how)
	}
	if err != nil {
		return c, err
	}
	if one.Commit == c.Snapshot.Commit {
		seen.Note(one.Name + " changed no files: only its session comes into your folder")
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

// settled returns the contest after settling an earlier pick in it that was killed. The command line has already
// settled and reported that pick; other front ends have not.
func (r *Runner) settled(ctx context.Context, c Contest, seen orchestrator.Observer) (Contest, error) {
	all, err := r.Contests.Settle(ctx, func(b Begun) bool { return b.Contest == c.ID })
	if err != nil || len(all) == 0 {
		return c, err
	}
	seen.Note(fmt.Sprintf("stead was killed while it picked %s: that is %s", all[0].Name, all[0].Fate))
	return r.Contests.Load(c.ID)
}

// pickable returns an error if a contestant cannot be picked in this way.
func (c Contest) pickable(one Contestant, how Picking) error {
	switch {
	case c.Alive():
		return fmt.Errorf("pick %s: %w", one.Name, ErrGoesOn) // its process keeps the record
	case one.Commit == "":
		return fmt.Errorf("%s: %w: it left no work (%s)", one.Name, ErrPick,
			strings.TrimSuffix(string(one.State)+": "+one.Reason, ": "))
	case c.isIn() && how.Branch == "":
		return fmt.Errorf("%s: %w: %s was already picked, and its work is in %s%s", one.Name, ErrPick, c.Picked.Name, c.Dir,
			c.elsewhere(one))
	case one.FailedCheck() && !how.Force:
		return fmt.Errorf("%s: %w: %w (exit code %d)", one.Name, ErrPick, ErrFailedCheck, one.Checked.ExitCode)
	}
	return nil
}

// isIn reports whether a contestant's work is in the user's folder.
func (c Contest) isIn() bool { return c.Picked != nil && c.Picked.Branch == "" }

// elsewhere says where the work of a contestant is that was not picked.
func (c Contest) elsewhere(one Contestant) string {
	if one.Branch == "" || one.Name == c.Picked.Name || c.Snapshot.Own {
		return ""
	}
	return fmt.Sprintf("; that of %s is on the branch %s", one.Name, one.Branch)
}

// bring brings the work to its destination, and records that. A note exists from before the first change until the
// record is written. If the pick is cut off in between, the next stead settles it ([Folder.Settle]); if git fails, this
// one does.
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
	isIn := c.isIn()
	c.Picked = &Picked{Name: one.Name, Commit: one.Commit, Branch: branch, At: at}
	if isIn {
		return c, nil // the record keeps whose work is in the folder
	}
	if err := r.Contests.Save(c); err != nil {
		return c, err
	}
	return c, errors.Join(r.Contests.Touch(c.ID), note.remove())
}

// bring writes no note if nothing changes, or if only a branch is made, because git creates that in one step.
func (c Contest) bring(ctx context.Context, one Contestant, branch string, begin worktree.Begin) error {
	if branch != "" {
		return c.Snapshot.KeepAs(ctx, branch, one.Commit)
	}
	if one.Commit == c.Snapshot.Commit {
		return nil
	}
	return c.bringInto(ctx, one, begin)
}

// bringInto brings the work into the folder. It merges if the folder was clean at its last commit, and is still based
// on that commit. Otherwise it makes the changes in the files, because the user must commit what was not committed.
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

// goingOn returns the request for the session that continues in the user's folder.
func (c Contest) goingOn(one Contestant, policies orchestrator.Request) orchestrator.Request {
	r := policies.In(one.CLI)
	r.From, r.Model, r.Dir, r.Prompt = "run:"+one.Run, one.Model, c.Dir, ""
	return r
}
