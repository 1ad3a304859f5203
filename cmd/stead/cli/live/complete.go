package live

import (
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/runs"
)

// completeRuns proposes runs.
func completeRuns(p *setup.Process) cobra.CompletionFunc {
	return propose(p, func(runs.Run) bool { return true })
}

// completeActive proposes the active runs.
func completeActive(p *setup.Process) cobra.CompletionFunc {
	return propose(p, runs.Run.Alive)
}

// propose proposes those runs for which isMeant returns true.
func propose(p *setup.Process, isMeant func(runs.Run) bool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (proposals []string, _ cobra.ShellCompDirective) {
		const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		s, err := p.Load(nil)
		if err != nil {
			return nil, directive
		}
		all, err := s.Runs.All()
		if err != nil {
			return nil, directive
		}
		short := runs.Short(all)
		for _, r := range all {
			if isMeant(r) {
				proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", short[r.ID], r.Route(), r.Shown(r.Alive())))
			}
		}
		return proposals, directive
	}
}
