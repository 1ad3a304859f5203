package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"stead/internal/dated"
	"stead/orchestrator/ab"
	"stead/runs"
)

func (a *app) abListCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "List the contests", Args: cobra.NoArgs, Long: "List the contests, the newest first.",
		RunE: func(*cobra.Command, []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			return a.listContests(s, asJSON)
		},
	}
	jsonFlag(c, &asJSON, "print a JSON array")
	return c
}

func (a *app) listContests(s *setup, asJSON bool) error {
	all, err := ab.Open(s.config.Folders.Data).All()
	if err != nil {
		return err
	}
	if asJSON {
		listed := make([]listedContest, 0, len(all))
		for _, c := range all {
			listed = append(listed, a.listedContest(s, c))
		}
		return a.printJSON(listed)
	}
	if len(all) == 0 {
		a.note("there are no contests")
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
			short[c.ID], contestState(c), fmt.Sprintf("%d of %d", len(c.Winners()), len(c.Contestants)), pickedName(c), age(s.host.Now().Sub(c.Started)),
			a.tilde(c.Dir), shownPrompt(c),
		})
	}
	return writeTable(a.Stdout, a.width(), []column{
		{title: "CONTEST"}, {title: "STATE"}, {title: "OK"}, {title: "PICKED", most: 12}, {title: "AGE"}, {title: "FOLDER", most: 20, end: true}, {title: "PROMPT"},
	}, rows)
}

func pickedName(c ab.Contest) string {
	if c.Picked == nil {
		return ""
	}
	return c.Picked.Name
}

// contestState says in a word how a contest is.
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
func (a *app) completeContests(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	all, directive := a.knownContests()
	proposals := make([]string, 0, len(all))
	for _, c := range all {
		proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", c.ID, contestants(c), contestState(c)))
	}
	return proposals, directive
}

// completeContestants proposes who takes part: in the contest that was named, else in the latest.
func (a *app) completeContestants(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	s, err := a.setup(nil)
	if err != nil {
		return nil, directive
	}
	meant, _, err := a.contestAndNames(s, args, len(args))
	if err != nil {
		return nil, directive
	}
	proposals := make([]string, 0, len(meant.Contestants))
	for _, one := range meant.Contestants {
		proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", one.Name, one.CLI, boardState(one)))
	}
	if len(args) == 0 {
		more, _ := a.completeContests(c, args, begun)
		proposals = append(proposals, more...)
	}
	return proposals, directive
}

func (a *app) knownContests() ([]ab.Contest, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	s, err := a.setup(nil)
	if err != nil {
		return nil, directive
	}
	all, _ := ab.Open(s.config.Folders.Data).All()
	return all, directive
}
