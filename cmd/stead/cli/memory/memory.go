// Package memory holds the verbs for the memory of all sessions. They are subcommands of session, as ADR-020 requires.
package memory

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/sqlitefile"
)

// SessionCommands returns the verbs that stand below session.
func SessionCommands(p *setup.Process) []*cobra.Command {
	return explaining(extractCommand(p), rebuildCommand(p), knowledgeCommand(p))
}

// Commands returns the verbs that stand at the top.
func Commands(p *setup.Process) []*cobra.Command { return explaining(recallCommand(p)) }

// explaining has commands say what to do about a damaged database. SQLite tells of the damage when a query comes upon
// it, wherever that is.
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
