package ab

import (
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/runs/dated"
)

func listCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "List the contests", Args: flags.NoArgs, Long: "List the contests, the newest first.",
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := load(c.Context(), p, nil)
			if err != nil {
				return err
			}
			return listContests(p, s, asJSON)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array")
	return c
}

func listContests(p *setup.Process, s *setup.Setup, asJSON bool) error {
	all, err := ab.Open(s.Config.Folders.Data).All()
	if err != nil {
		return err
	}
	if asJSON {
		listed := make([]listedContest, 0, len(all))
		for _, c := range all {
			listed = append(listed, listContest(s, c))
		}
		return p.Term.Out.JSON(listed)
	}
	if len(all) == 0 {
		p.Term.Err.Note("there are no contests")
		return nil
	}
	ids := make([]string, 0, len(all))
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	short := dated.Short(ids)
	rows := make([][]string, 0, len(all))
	for _, c := range all {
		rows = append(rows, []string{
			short[c.ID], contestState(c), fmt.Sprintf("%d of %d", len(c.Winners()), len(c.Contestants)), pickedName(c),
			term.Age(s.Host.Now().Sub(c.Started)),
			p.Tilde(c.Dir), shownPrompt(c),
		})
	}
	return p.Term.Out.Table([]term.Column{
		{Title: "CONTEST"}, {Title: "STATE"}, {Title: "OK"}, {Title: "PICKED", Most: 12}, {Title: "AGE"},
		{Title: "FOLDER", Most: 20, End: true}, {Title: "PROMPT"},
	}, rows)
}

func pickedName(c ab.Contest) string {
	if c.Picked == nil {
		return ""
	}
	return c.Picked.Name
}

// contestState returns one word for the state of a contest.
func contestState(c ab.Contest) string {
	switch c.Status {
	case runs.Completed:
		return "done"
	case runs.Running:
		return runs.ShownRunning
	}
	return string(c.Status)
}

// completeContests proposes contests.
func completeContests(p *setup.Process) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return proposeContests(p), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// completeContestants proposes the contestants of the named contest, or of the latest one.
func completeContestants(p *setup.Process) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return proposeContestants(p, args), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

func proposeContests(p *setup.Process) []string {
	s, err := p.Load(nil)
	if err != nil {
		return nil
	}
	all, _ := ab.Open(s.Config.Folders.Data).All() // unreadable contests are not proposed
	proposals := make([]string, 0, len(all))
	for _, c := range all {
		proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", c.ID, contestants(c), contestState(c)))
	}
	return proposals
}

func proposeContestants(p *setup.Process, args []string) []string {
	s, err := p.Load(nil)
	if err != nil {
		return nil
	}
	meant, _, err := contestAndNames(s, args, len(args))
	if err != nil {
		return nil
	}
	proposals := make([]string, 0, len(meant.Contestants))
	for _, one := range meant.Contestants {
		proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", one.Name, one.CLI, boardState(one)))
	}
	if len(args) == 0 {
		proposals = append(proposals, proposeContests(p)...)
	}
	return proposals
}
