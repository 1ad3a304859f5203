package cli

import (
	"github.com/spf13/cobra"

	"stead/templates"
)

func (a *app) templateListCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the available templates", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			all, wrong := a.library(s).List()
			a.warn(wrong)
			if asJSON {
				return a.printTemplates(all)
			}
			return a.tableOfTemplates(all)
		},
	}
	jsonFlag(c, &asJSON, "print a JSON array")
	return c
}

func (a *app) printTemplates(all []templates.Template) error {
	list := []templates.Template{}
	for _, t := range all {
		list = append(list, withPlaces(t))
	}
	return a.printJSON(list)
}

// withPlaces makes lists that are empty empty lists, as programs want them.
func withPlaces(t templates.Template) templates.Template {
	if t.Variables == nil {
		t.Variables = []templates.Variable{}
	}
	if t.Inputs == nil {
		t.Inputs = []templates.Input{}
	}
	return t
}

func (a *app) tableOfTemplates(all []templates.Template) error {
	var rows [][]string
	for _, t := range all {
		rows = append(rows, []string{t.Name, string(t.Origin), t.Description})
	}
	return writeTable(a.Stdout, a.width(), []column{{title: "NAME", most: 20}, {title: "OF"}, {title: "DESCRIPTION"}}, rows)
}
