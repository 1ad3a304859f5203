package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
)

// patience is how long a verb has to end by itself after a signal. What the system does not let go of by then, a write
// into a pipe that nobody empties or a read of a disk that does not answer, ends with the process.
const patience = time.Second

// farewell is how much longer a server has: it answers who waits, and lets go of the hub.
const farewell = 4 * time.Second

// lingering are the verbs that may take longer: they end the programs that they have started, and keep what those have
// done, or they hold a terminal that must be given back.
var lingering = map[string]bool{
	"run": true, "fork": true, "ab": true, "chain": true, "template": true, "supervise": true, "supervise-fork": true,
	"attach": true, "replay": true, "node": true,
	"session edit": true,
}

// lingers reports whether a command is one of them, or belongs to one.
func lingers(c *cobra.Command) bool {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	return lingering[verbOf(c)] || lingering[path]
}

// verbOf returns the first word after the program's name.
func verbOf(c *cobra.Command) string {
	words := strings.Fields(c.CommandPath())
	return words[min(1, len(words)-1)]
}

// leaveAfter ends the process a moment after the context does, unless its verb lingers or has ended by then, which the
// caller reports by calling what is returned.
func (a *app) leaveAfter(ctx context.Context, exit func(int)) (ended func()) {
	over := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-over:
			return
		case <-time.After(patience):
		}
		if a.lingers.Load() {
			return
		}
		if a.serves.Load() {
			select {
			case <-over:
				return
			case <-time.After(farewell):
			}
		}
		a.process.Close()
		exit(failure.Interrupted)
	})
	return func() { close(over) }
}
