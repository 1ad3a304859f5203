// Package agents holds the verbs by which agents get at sessions: mcp, and mcp install.
package agents

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

// Commands returns the verbs. Version is stead's.
func Commands(p *setup.Process, version string) []*cobra.Command {
	return []*cobra.Command{mcpCommand(p, version)}
}
