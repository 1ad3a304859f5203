package chain

import (
	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/orchestrator/chain/recipe"
)

func schemaCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of recipes", Args: flags.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := p.Term.Out.Write(recipe.Schema)
			return err
		},
	}
}

// printRecipe shows what a chain would do.
func printRecipe(t *term.Terminal, r recipe.Recipe, asJSON bool) error {
	if asJSON {
		return t.Out.JSON(r)
	}
	columns := []term.Column{
		{Title: "STEP", Most: 20}, {Title: "CLI", Most: 24}, {Title: "GETS"}, {Title: "CHECK", Most: 24},
		{Title: "IF IT FAILS"}, {Title: "PROMPT"},
	}
	var rows [][]string
	for i, s := range r.Steps {
		rows = append(rows, []string{s.Name, s.Who(), gets(r, i), s.Check, s.Failing(), s.Says()})
	}
	return t.Out.Table(columns, rows)
}

// gets describes what is handed to a step.
func gets(r recipe.Recipe, step int) string {
	switch s := r.Steps[step]; {
	case step > 0 && s.Hand == recipe.HandFull:
		return "the session"
	case step > 0:
		return string(s.Hand)
	case r.From != "" && s.Hand == recipe.HandFull:
		return r.From
	}
	return "a new session"
}
