package reach

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/member"
	"stead/reach/owner"
)

func machinesCommand(p *setup.Process, o *hubOptions) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "machines", Short: "List the machines that have joined", Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			a, err := ask(c.Context(), p, o, owner.Request{Do: "machines"})
			if err != nil {
				return err
			}
			return printMachines(p, a.Machines, asJSON)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array")
	return c
}

func printMachines(p *setup.Process, all []owner.Machine, asJSON bool) error {
	if asJSON {
		return p.Term.Out.JSON(append([]owner.Machine{}, all...))
	}
	if len(all) == 0 {
		p.Term.Err.Note("no machine has joined; stead hub invite prints a line with which one can")
		return nil
	}
	var rows [][]string
	for _, m := range all {
		state := "away"
		switch {
		case len(m.Nodes) > 0:
			state = "connected twice: " + strings.Join(m.Nodes, ", ")
		case m.Connected:
			state = "connected"
		}
		rows = append(rows, []string{m.Name, m.User, state, joined(m.Roles), strings.Join(m.Labels, ", ")})
	}
	return p.Term.Out.Table([]term.Column{{Title: "NAME"}, {Title: "USER"}, {Title: "STATE"}, {Title: "ROLES"},
		{Title: "LABELS", Wish: 1}}, rows)
}

func joined(roles []member.Role) string {
	texts := make([]string, len(roles))
	for i, r := range roles {
		texts[i] = string(r)
	}
	return strings.Join(texts, ", ")
}

func revokeCommand(p *setup.Process, o *hubOptions) *cobra.Command {
	return &cobra.Command{
		Use: "revoke NAME", Short: "Cut a machine off", Args: oneMachine,
		Long: "revoke cuts a machine off: its key is void, at once and for ever. What it has read it keeps. To let it in again, invite it.",
		RunE: func(c *cobra.Command, args []string) error {
			a, err := ask(c.Context(), p, o, owner.Request{Do: "revoke", Name: args[0]})
			if err != nil {
				return err
			}
			if a.Note != "" {
				p.Term.Err.Message("%s is out of the roster; %s", args[0], a.Note)
				return nil
			}
			p.Term.Err.Message("%s is cut off", args[0])
			return nil
		},
	}
}

func oneMachine(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("name the machine to cut off; stead hub machines lists them")
	}
	return nil
}
