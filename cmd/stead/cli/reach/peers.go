package reach

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/remote"
)

// listedMachine is a machine as machines --json prints it.
type listedMachine struct {
	member.Peer
	// State is here, there or away.
	State string `json:"state"`
	// Seen is when one that is away was there last. Zero where that is not known.
	Seen time.Time `json:"seen,omitzero"`
	// CLIs are those that are installed there, Slots at how many runs of the queue it works at a time, Busy at how many
	// now. They are what the machine said last.
	CLIs  []string `json:"clis,omitempty"`
	Slots int      `json:"slots,omitempty"`
	Busy  int      `json:"busy,omitempty"`
}

// shown is the state in words.
func (m listedMachine) shown(now time.Time) string {
	if m.State != away || m.Seen.IsZero() {
		return m.State
	}
	return away + " since " + lease.When(m.Seen, now)
}

// free is how many more runs of the queue the machine takes.
func (m listedMachine) free() string {
	if m.Slots == 0 || m.State == away {
		return ""
	}
	return fmt.Sprintf("%d of %d", max(0, m.Slots-m.Busy), m.Slots)
}

// away is the state of a machine that does not answer.
const away = "away"

func peersCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "machines", Short: "List your machines", Args: cobra.NoArgs,
		Long: "machines lists your machines at the hub that this one has joined. One that is there answers. One that is away runs no stead node,\n" +
			"or has no connection to the hub. CLIS are installed there; FREE is how many more of the runs that wait for a machine it takes now.",
		RunE: func(c *cobra.Command, _ []string) error {
			h, err := machines.Connect(c.Context(), p)
			if err != nil {
				return err
			}
			defer h.Close()
			said := present(c.Context(), p, h)
			all := survey(c.Context(), h, said)
			for _, s := range said {
				note(all, s)
			}
			if asJSON {
				return p.Term.JSON(all)
			}
			var rows [][]string
			for _, m := range all {
				rows = append(rows, []string{m.Name, m.shown(time.Now()), joined(m.Roles), m.free(), strings.Join(m.Labels, ", "),
					strings.Join(m.CLIs, ", ")})
			}
			return p.Term.Table([]term.Column{{Title: "NAME"}, {Title: "STATE"}, {Title: "ROLES"}, {Title: "FREE", Wish: 3},
				{Title: "LABELS", Wish: 2}, {Title: "CLIS", Wish: 1}}, rows)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array")
	return c
}

// survey finds out which machines answer, all at once. One of which the hub has not heard for 15 seconds is not waited
// for.
func survey(ctx context.Context, h *remote.Hub, said []lease.Presence) []listedMachine {
	all := []listedMachine{{Peer: h.Self(), State: "here"}}
	for _, m := range h.Others() {
		all = append(all, listedMachine{Peer: m, State: away})
	}
	var working sync.WaitGroup
	for i := range all[1:] {
		m := &all[1+i]
		working.Go(func() {
			within := ctx
			if slices.ContainsFunc(said, func(s lease.Presence) bool { return s.Name == m.Name && !s.Here }) {
				short, cancel := context.WithTimeout(ctx, machines.PatienceAway)
				defer cancel()
				within = short
			}
			if h.Answers(within, m.Peer) {
				m.State = "there"
			}
		})
	}
	working.Wait()
	return all
}

// present is what the machines have said of themselves. Without it they are listed all the same.
func present(ctx context.Context, p *setup.Process, h *remote.Hub) []lease.Presence {
	all, err := h.Present(ctx)
	if err != nil {
		p.Term.Note("without what the machines say of themselves: %v", err)
	}
	return all
}

// note adds what a machine has said of itself.
func note(all []listedMachine, said lease.Presence) {
	for i, m := range all {
		if m.Name != said.Name {
			continue
		}
		all[i].CLIs, all[i].Slots, all[i].Busy = said.CLIs, said.Slots, said.Busy
		if m.State == away {
			all[i].Seen = said.Seen
		}
	}
}
