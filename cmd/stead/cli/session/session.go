// Package session holds the verbs for stored sessions: list, show and replay, and as subcommands of session compare,
// convert, export, import and validate.
package session

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

// Commands returns the verbs. Further are the subcommands of session from other groups.
func Commands(p *setup.Process, further ...*cobra.Command) []*cobra.Command {
	group := flags.Group(&cobra.Command{Use: "session",
		Short: "List, show, compare, convert and export sessions, and more"},
		listCommand(p), showCommand(p), compareCommand(p), convertCommand(p), exportCommand(p), importCommand(
			p), validateCommand(p), schemaCommand(p))
	group.AddCommand(further...)
	return []*cobra.Command{listCommand(p), showCommand(p), replayCommand(p), group}
}
