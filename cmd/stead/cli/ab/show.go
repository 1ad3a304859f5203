package ab

import (
	"context"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/orchestrator/ab"
)

func showCommand(p *setup.Process) *cobra.Command {
	var full, asJSON bool
	c := &cobra.Command{
		Use: "show [CONTEST]", Short: "Compare the results of a contest", Args: flags.AtMost(1),
		Long: "Compare the results of a contest (the latest by default): the result of the check, changes, usage, and the final\n" +
			"answers side by side. For an active or interrupted contest it shows the progress of each contestant.",
		Example: "  stead ab show\n  stead ab show ab12 --full",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := load(c.Context(), p, nil)
			if err != nil {
				return err
			}
			contest, err := find(s, flags.First(args))
			if err != nil {
				return err
			}
			if asJSON {
				return p.Term.Out.JSON(comparedContest(c.Context(), s, contest))
			}
			return showContest(c.Context(), p, s, contest, full)
		},
		ValidArgsFunction: completeContests(p),
	}
	c.Flags().BoolVar(&full, "full", false, "do not shorten answers")
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}

// listedContest is a contest as --json prints it.
type listedContest struct {
	ab.Contest
	Alive       bool               `json:"alive"`
	Contestants []listedContestant `json:"contestants"`
}

type listedContestant struct {
	ab.Contestant
	Succeeded bool   `json:"succeeded"`
	FinalText string `json:"final_text"`
	// Changes are the contestant's changes of files. They are set only when a single contest is shown.
	Changes []worktree.Change `json:"changes,omitempty"`
}

func listContest(s *setup.Setup, c ab.Contest) listedContest {
	listed := listedContest{Contest: c, Alive: c.Alive(), Contestants: []listedContestant{}}
	for _, one := range c.Contestants {
		listed.Contestants = append(listed.Contestants, listedContestant{Contestant: one, Succeeded: one.Succeeded(),
			FinalText: answerOf(s, one)})
	}
	return listed
}

// comparedContest is a contest with each contestant's changes of files.
func comparedContest(ctx context.Context, s *setup.Setup, c ab.Contest) listedContest {
	listed := listContest(s, c)
	for i, one := range c.Contestants {
		listed.Contestants[i].Changes = c.Changes(ctx, one)
	}
	return listed
}

// answerOf returns a contestant's final answer, which is stored with its run.
func answerOf(s *setup.Setup, one ab.Contestant) string {
	if one.Run == "" {
		return ""
	}
	r, err := s.Runs.Load(one.Run)
	if err != nil {
		return "" // the run was removed
	}
	return r.FinalText
}
