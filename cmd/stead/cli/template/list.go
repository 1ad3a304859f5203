package template

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/orchestrator/templates"
)

func listCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the available templates", Args: flags.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			all, wrong := flags.Library(p, s).List()
			p.Term.Err.Warn(wrong)
			if asJSON {
				return printTemplates(p.Term, all)
			}
			return tableOfTemplates(p.Term, all)
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array")
	return c
}

func printTemplates(terminal *term.Terminal, all []templates.Template) error {
	list := []templates.Template{}
	for _, t := range all {
		list = append(list, withPlaces(t))
	}
	return terminal.Out.JSON(list)
}

// withPlaces replaces nil lists by empty ones, as programs expect.
func withPlaces(t templates.Template) templates.Template {
	if t.Variables == nil {
		t.Variables = []templates.Variable{}
	}
	if t.Inputs == nil {
		t.Inputs = []templates.Input{}
	}
	return t
}

func tableOfTemplates(terminal *term.Terminal, all []templates.Template) error {
	var rows [][]string
	for _, t := range all {
		rows = append(rows, []string{t.Name, string(t.Origin), t.Description})
	}
	return terminal.Out.Table([]term.Column{{Title: "NAME", Most: 20}, {Title: "OF"}, {Title: "DESCRIPTION"}}, rows)
}
