package reach

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/lease"
	"stead/reach/remote"
)

// shown is the state in words.
func shown(m remote.Seen, now time.Time) string {
	if m.State != remote.Away || m.Seen.IsZero() {
		return m.State
	}
	return m.State + " since " + lease.When(m.Seen, now)
}

// free is how many more runs of the queue the machine takes.
func free(m remote.Seen) string {
	if m.Slots == 0 || m.State == remote.Away {
		return ""
	}
	return fmt.Sprintf("%d of %d", max(0, m.Slots-m.Busy), m.Slots)
}

func peersCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "machines", Short: "List your machines", Args: flags.NoArgs,
		Long: "machines lists your machines at the hub that this one has joined. One that is there answers. One that is away runs no stead node,\n" +
			"or has no connection to the hub. CLIS are installed there; FREE is how many more of the runs that wait for a machine it takes now.",
		RunE: func(c *cobra.Command, _ []string) error {
			h, err := machines.Connect(c.Context(), p)
			if err != nil {
				return err
			}
			defer h.Close()
			all := remote.Survey(c.Context(), h, present(c.Context(), p, h))
			if asJSON {
				return p.Term.Out.JSON(all)
			}
			var rows [][]string
			for _, m := range all {
				rows = append(rows, []string{m.Name, shown(m, time.Now()), joined(m.Roles), free(m), strings.Join(m.Labels, ", "),
					strings.Join(m.CLIs, ", ")})
			}
			return p.Term.Out.Table([]term.Column{{Title: "NAME"}, {Title: "STATE"}, {Title: "ROLES"}, {Title: "FREE", Wish: 3},
				{Title: "LABELS", Wish: 2}, {Title: "CLIS", Wish: 1}}, rows)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array")
	return c
}

// present is what the machines have said of themselves. Without it they are listed all the same.
func present(ctx context.Context, p *setup.Process, h *remote.Hub) []lease.Presence {
	all, err := h.Present(ctx)
	if err != nil {
		p.Term.Err.Note("without what the machines say of themselves: %v", err)
	}
	return all
}
