package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/internal/transcript"
	"stead/orchestrator/ab"
)

type pickOptions struct {
	ab.Picking
	interactive, asJSON bool
}

func (a *app) abPickCommand() *cobra.Command {
	var o pickOptions
	c := &cobra.Command{
		Use: "pick [CONTEST] NAME", Short: "Bring a contestant's work into your folder, and go on there",
		Long: "Bring a contestant's work into your folder: by a merge when all in it was committed when the contest began, else as uncommitted\n" +
			"changes. When a file has changed here meanwhile in the same place, nothing is touched, and the files are named.\n" +
			"Then the winner's session goes on in your folder: stead makes one there that has all that was said.",
		Example: "  stead ab pick claude\n  stead ab pick ab12 2 -i              and open the session\n  stead ab pick codex --to-branch try  leave the folder as it is",
		RunE: func(c *cobra.Command, args []string) error {
			return a.abPick(c.Context(), args, o)
		},
		ValidArgsFunction: a.completeContestants,
	}
	flags := c.Flags()
	flags.BoolVar(&o.Stay, "no-continue", false, "make no session that goes on in the folder")
	flags.StringVar(&o.Branch, "to-branch", "", "bring the work to a new `BRANCH`, and leave the folder as it is")
	flags.BoolVarP(&o.interactive, "interactive", "i", false, "open the session that goes on")
	jsonFlag(c, &o.asJSON, "print the contest as a JSON object")
	c.MarkFlagsMutuallyExclusive("interactive", "json")
	c.MarkFlagsMutuallyExclusive("interactive", "no-continue")
	c.MarkFlagsMutuallyExclusive("interactive", "to-branch")
	return c
}

func (a *app) abPick(ctx context.Context, args []string, o pickOptions) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	contest, names, err := a.contestAndNames(s, args, 1)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usageError{fmt.Errorf("name the contestant to pick: %s", contestants(contest))}
	}
	o.Name = names[0]
	if o.Request, err = a.request(ctx, &runOptions{interactive: true}, s); err != nil {
		return err
	}
	watch := &forkWatch{runWatch: runWatch{app: a}}
	contest, err = a.arena(s).Pick(ctx, contest, o.Picking, watch)
	if err != nil {
		return err
	}
	if o.asJSON {
		return a.printJSON(a.comparedContest(ctx, s, contest))
	}
	a.sayPicked(contest)
	switch {
	case contest.Picked.Run == "" && o.interactive:
		return errors.New("there is no session to open: the contestant's run did not begin")
	case contest.Picked.Run == "":
		return nil
	case o.interactive:
		return a.open(ctx, s, contest.Picked.Run)
	}
	a.tellCommand("open it    %s", openLine(a.tilde(contest.Dir), watch.plan))
	a.tell("or         stead run --resume %s", contest.Picked.Run)
	_, err = fmt.Fprintln(a.Stdout, watch.plan.To.Reference())
	return err
}

// sayPicked says what was brought where.
func (a *app) sayPicked(c ab.Contest) {
	where := a.tilde(c.Dir)
	if c.Picked.Branch != "" {
		where = "branch " + c.Picked.Branch
	}
	if one, err := c.Find(c.Picked.Name); err == nil {
		a.tell("picked     %s: %s, +%d -%d, in %s", one.Name, transcript.Count(one.Files, "file"), one.Added, one.Deleted, where)
	}
}

// open goes on with a run in the terminal.
func (a *app) open(ctx context.Context, s *setup, run string) error {
	a.Args = []string{"run", "--resume", run, "--interactive"} // of which the process is told that minds the run
	return a.launch(ctx, runOptions{minder: []string{"supervise"}, verb: "run"}, s.config.DetachKey)
}
