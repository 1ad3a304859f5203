// Package inside holds the verbs for users who are inside of a CLI: switch continues the session there in another CLI,
// and install and uninstall give CLIs a command of their own for that.
package inside

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

// Commands returns the verbs.
func Commands(p *setup.Process) []*cobra.Command {
	return []*cobra.Command{switchCommand(p), installCommand(p), uninstallCommand(p)}
}
