package cli

import (
	"context"

	"github.com/spf13/cobra"

	"stead/forks/worktree"
	"stead/orchestrator/ab"
)

func (a *app) abShowCommand() *cobra.Command {
	var full, asJSON bool
	c := &cobra.Command{
		Use: "show [CONTEST]", Short: "Compare the results of a contest", Args: cobra.MaximumNArgs(1),
		Long: "Compare the results of a contest, the latest if none is named: what the check says, how much was changed and used, and the\n" +
			"final answers side by side. Of one that goes on, or was broken off, it shows how far each has come.",
		Example: "  stead ab show\n  stead ab show ab12 --full",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			contest, err := a.contest(s, first(args))
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(a.comparedContest(c.Context(), s, contest))
			}
			return a.showContest(c.Context(), s, contest, full)
		},
		ValidArgsFunction: a.completeContests,
	}
	c.Flags().BoolVar(&full, "full", false, "do not shorten answers")
	jsonFlag(c, &asJSON, "print a JSON object")
	return c
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
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
	// Changes are what was done to each file, where one contest is shown.
	Changes []worktree.Change `json:"changes,omitempty"`
}

func (a *app) listedContest(s *setup, c ab.Contest) listedContest {
	listed := listedContest{Contest: c, Alive: c.Alive(), Contestants: []listedContestant{}}
	for _, one := range c.Contestants {
		listed.Contestants = append(listed.Contestants, listedContestant{Contestant: one, Succeeded: one.Succeeded(), FinalText: answerOf(s, one)})
	}
	return listed
}

// comparedContest is a contest with what each has done to the files.
func (a *app) comparedContest(ctx context.Context, s *setup, c ab.Contest) listedContest {
	listed := a.listedContest(s, c)
	for i, one := range c.Contestants {
		listed.Contestants[i].Changes = touched(ctx, c, one)
	}
	return listed
}

// touched returns what a contestant has done to the files. Nothing when its work is gone.
func touched(ctx context.Context, c ab.Contest, one ab.Contestant) []worktree.Change {
	if one.Files == 0 {
		return nil
	}
	changes, err := worktree.Changes(ctx, c.Snapshot.Repository, c.Snapshot.Commit, one.Commit)
	if err != nil {
		return nil
	}
	return changes
}

// answerOf returns a contestant's final answer, which its run has.
func answerOf(s *setup, one ab.Contestant) string {
	if one.Run == "" {
		return ""
	}
	r, err := s.runs.Load(one.Run)
	if err != nil {
		return "" // the run was removed
	}
	return r.FinalText
}
