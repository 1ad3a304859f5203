// Package memory holds the verbs for the memory of all sessions. They stand below session, where ADR-020 has them.
package memory

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

// SessionCommands returns the verbs that stand below session.
func SessionCommands(p *setup.Process) []*cobra.Command {
	return []*cobra.Command{extractCommand(p), rebuildCommand(p), knowledgeCommand(p)}
}

// Commands returns the verbs that stand at the top.
func Commands(p *setup.Process) []*cobra.Command { return []*cobra.Command{recallCommand(p)} }
