package ab

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/orchestrator/ab"
)

func cleanCommand(p *setup.Process) *cobra.Command {
	var o ab.Cleaning
	var all bool
	c := &cobra.Command{
		Use: "clean [CONTEST...]", Short: "Remove the copies of a contest",
		Long: "Remove a contest's copies of the folder (the latest contest by default). The work stays on the branches unless you\n" +
			"remove these as well. The record and the runs stay in any case.",
		Example: "  stead ab clean\n  stead ab clean --all\n  stead ab clean ab12 --branches --force    the work as well",
		RunE: func(c *cobra.Command, args []string) error {
			if all && len(args) > 0 {
				return failure.Usage(errors.New("name contests, or give --all"))
			}
			if o.Force && !o.Branches {
				return failure.Usage(errors.New("--force applies to work on branches: give --branches, too"))
			}
			s, err := load(c.Context(), p, nil)
			if err != nil {
				return err
			}
			meant, err := contestsMeant(s, args, all, o)
			if err != nil {
				return err
			}
			return cleanContests(c.Context(), p.Term, s, meant, o)
		},
		ValidArgsFunction: completeContests(p),
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "clean up after all ended contests")
	c.Flags().BoolVar(&o.Branches, "branches", false, "also remove the branches")
	c.Flags().BoolVarP(&o.Force, "force", "f", false, "also remove branches with work that was not picked")
	return c
}

// contestsMeant returns the named contests, or the latest if none is named. With all, it returns all contests that have
// ended and left something to remove.
func contestsMeant(s *setup.Setup, names []string, all bool, o ab.Cleaning) ([]ab.Contest, error) {
	if all {
		contests, err := ab.Open(s.Config.Folders.Data).All()
		var ended []ab.Contest
		for _, c := range contests {
			if !c.Alive() && c.HasLeft(o) {
				ended = append(ended, c)
			}
		}
		return ended, err
	}
	if len(names) == 0 {
		names = []string{""}
	}
	var meant []ab.Contest
	for _, name := range names {
		c, err := find(s, name)
		if err != nil {
			return nil, err
		}
		meant = append(meant, c)
	}
	return meant, nil
}

func cleanContests(ctx context.Context, t *term.Terminal, s *setup.Setup, meant []ab.Contest, o ab.Cleaning) error {
	runner := s.Contests(supervisor.Alongside(s))
	var failed error
	for _, before := range meant {
		if !before.Alive() && !before.HasLeft(o) {
			t.Err.Message("contest %s was already cleaned up%s", before.ID, leftBehind(before))
			continue
		}
		after, err := runner.Clean(ctx, before, o)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		t.Err.Message("cleaned up after contest %s%s", after.ID, leftBehind(after))
	}
	return failed
}

// leftBehind says which work is still available.
func leftBehind(c ab.Contest) string {
	for _, one := range c.Contestants {
		if one.Branch != "" && one.Files > 0 {
			return fmt.Sprintf("; the work is still on its branches, such as %s", one.Branch)
		}
	}
	return ""
}

func stopCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "stop [CONTEST]", Short: "End an active contest", Args: flags.AtMost(1),
		Long: "End an active contest (the latest by default). stead ends every contestant's run and keeps its work so far. To end a\n" +
			"single contestant, pass its run to `stead stop`; the others continue.",
		Example: "  stead ab stop\n  stead stop ab12    one contestant's run",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := load(c.Context(), p, nil)
			if err != nil {
				return err
			}
			contest, err := find(s, flags.First(args))
			if err != nil {
				return err
			}
			if !contest.Alive() {
				p.Term.Err.Note("contest %s has already ended", contest.ID)
				return nil
			}
			if err := ab.Open(s.Config.Folders.Data).Stop(c.Context(), contest); err != nil {
				return err
			}
			p.Term.Err.Message("ended contest %s", contest.ID)
			return nil
		},
		ValidArgsFunction: completeContests(p),
	}
}
