package ab

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/internal/render/transcript"
	"stead/orchestrator/ab"
)

type pickOptions struct {
	ab.Picking
	interactive, asJSON bool
}

func pickCommand(p *setup.Process) *cobra.Command {
	var o pickOptions
	c := &cobra.Command{
		Use: "pick [CONTEST] NAME", Short: "Bring a contestant's work into your folder, and continue there",
		Long: "Bring a contestant's work into your folder: by a merge if everything was committed when the contest began, otherwise\n" +
			"as uncommitted changes. If the work conflicts with your own changes since then, pick names the files and changes\n" +
			"nothing. After that, stead makes a session in your folder that continues the winner's session with its whole history.",
		Example: "  stead ab pick claude\n  stead ab pick ab12 2 -i              and open the session\n  stead ab pick codex --to-branch try  leave the folder as it is",
		RunE: func(c *cobra.Command, args []string) error {
			return pick(c.Context(), p, args, o)
		},
		ValidArgsFunction: completeContestants(p),
	}
	set := c.Flags()
	set.BoolVar(&o.Stay, "no-continue", false, "do not make a session that continues in the folder")
	set.StringVar(&o.Branch, "to-branch", "", "put the work on a new `BRANCH`, and leave the folder unchanged")
	set.BoolVar(&o.Force, "force", false, "pick also work that did not pass the check")
	set.BoolVarP(&o.interactive, "interactive", "i", false, "open the session that continues")
	flags.JSON(c, &o.asJSON, "print the contest as a JSON object")
	flags.Exclude(c, "interactive", "json")
	flags.Exclude(c, "interactive", "no-continue")
	flags.Exclude(c, "interactive", "to-branch")
	return c
}

func pick(ctx context.Context, p *setup.Process, args []string, o pickOptions) error {
	s, err := load(ctx, p, nil)
	if err != nil {
		return err
	}
	contest, names, err := contestAndNames(s, args, 1)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return failure.Usagef("name the contestant to pick: %s", contestants(contest))
	}
	o.Name = names[0]
	if o.Request, err = (&flags.Run{Interactive: true}).Resolve(ctx, p, s); err != nil {
		return err
	}
	shown := &report.Run{Process: p}
	contest, err = s.Contests(supervisor.Alongside(s)).Pick(ctx, contest, o.Picking, shown)
	if err != nil {
		return err
	}
	if o.asJSON {
		return p.Term.Out.JSON(comparedContest(ctx, s, contest))
	}
	sayPicked(p, contest)
	switch {
	case contest.Picked.Run == "" && o.interactive:
		return errors.New("there is no session to open: the contestant's run did not start")
	case contest.Picked.Run == "":
		return nil
	case o.interactive:
		return run.Open(ctx, p, s, contest.Picked.Run)
	}
	p.Term.Err.Command("open it    %s", report.OpenLine(p.Tilde(contest.Dir), shown.Plan))
	p.Term.Err.Message("or         stead run --resume %s", contest.Picked.Run)
	_, err = fmt.Fprintln(p.Term.Out, shown.Plan.To.Reference())
	return err
}

// sayPicked says which work went where.
func sayPicked(p *setup.Process, c ab.Contest) {
	where := p.Tilde(c.Dir)
	if c.Picked.Branch != "" {
		where = "branch " + c.Picked.Branch
	}
	if one, err := c.Find(c.Picked.Name); err == nil {
		p.Term.Err.Message("picked     %s: %s, +%d -%d, in %s", one.Name, transcript.Count(one.Files, "file"), one.Added,
			one.Deleted, where)
	}
}
