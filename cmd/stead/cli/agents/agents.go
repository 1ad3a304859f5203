// Package agents holds the verbs that look at all sessions together: stats for people, mcp and mcp install for agents.
package agents

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

// Commands returns the verbs. Version is that of stead.
func Commands(p *setup.Process, version string) []*cobra.Command {
	return []*cobra.Command{statsCommand(p), mcpCommand(p, version)}
}
