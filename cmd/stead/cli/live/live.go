// Package live holds the verbs for active runs and for what remains of ended ones: ps, attach, send, answer, stop,
// logs, watch, standby and rm.
package live

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
)

// Commands returns the verbs.
func Commands(p *setup.Process) []*cobra.Command {
	return []*cobra.Command{psCommand(p), attachCommand(p), sendCommand(p), answerCommand(p), stopCommand(p),
		logsCommand(p), watchCommand(p), standbyCommand(p), rmCommand(p)}
}
