package machines

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/remote"
)

// Line returns the command line of this process for another machine: without the flag that names a machine, and with
// the flag for JSON.
func Line(p *setup.Process) []string {
	return remote.With(remote.Without(p.Args, flag), "--json")
}

// Gather asks all other machines of the user at the same time to carry out a command line that prints a value as JSON,
// and returns their answers, by machine. Warnings name those that have not answered. It asks no machine if this one has
// joined no hub, if the verb is carried out for another machine, or if it names a machine.
func Gather[T any](ctx context.Context, p *setup.Process, c *cobra.Command,
	line []string) (answers []remote.Answer[T], warnings []string) {
	ctx, cancel := remote.Soon(ctx)
	defer cancel()
	h, err := reachable(ctx, p, c)
	if err != nil {
		return nil, []string{only(err)}
	}
	if h == nil {
		return nil, nil
	}
	defer h.Close()
	answers = remote.AskAll[T](ctx, h, line)
	for _, a := range answers {
		if a.Err != nil {
			warnings = append(warnings, a.Err.Error())
		}
	}
	return answers, warnings
}

// only says that nothing is known of other machines.
func only(why error) string { return fmt.Sprintf("only what is on this machine: %v", why) }

// isAlone reports whether a verb is about this machine only, or about the one that it names.
func isAlone(p *setup.Process, c *cobra.Command) bool {
	return p.Getenv(Errand) != "" || c.Flags().Changed(flag)
}

// reachable connects to the hub. It returns nil if no machine is to be asked: see [Gather].
func reachable(ctx context.Context, p *setup.Process, c *cobra.Command) (*remote.Hub, error) {
	m, err := membership(p)
	if isAlone(p, c) || errors.Is(err, member.ErrNone) {
		return nil, nil //nolint:nilnil // no machine is to be asked
	}
	if err != nil {
		return nil, err
	}
	return remote.Connect(ctx, m)
}
