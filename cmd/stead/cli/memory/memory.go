// Package memory holds the verbs for the memory of all sessions. They are subcommands of session, as ADR-020 requires.
package memory

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/sqlitefile"
)

// SessionCommands returns the subcommands of session.
func SessionCommands(p *setup.Process) []*cobra.Command {
	return explaining(extractCommand(p), rebuildCommand(p), knowledgeCommand(p))
}

// Commands returns the top-level verbs.
func Commands(p *setup.Process) []*cobra.Command { return explaining(recallCommand(p)) }

// explaining makes commands say what to do about a damaged database. SQLite reports damage when a query meets it,
// whichever query that is.
func explaining(commands ...*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			err := run(c, args)
			if sqlitefile.IsDamage(err) {
				return &failure.Error{Code: failure.Failed, Text: "one of the memory's databases is damaged: " + err.Error(),
					Tip: "`stead session rebuild` makes both anew from the files beside them"}
			}
			return err
		}
	}
	return commands
}
