package cli

import (
	"github.com/spf13/cobra"

	"stead/orchestrator/chain/recipe"
)

func (a *app) chainSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of recipes", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Stdout.Write(recipe.Schema)
			return err
		},
	}
}

// printRecipe shows what a chain would do.
func (a *app) printRecipe(r recipe.Recipe, asJSON bool) error {
	if asJSON {
		return a.printJSON(r)
	}
	columns := []column{
		{title: "STEP", most: 20}, {title: "CLI", most: 24}, {title: "GETS"}, {title: "CHECK", most: 24}, {title: "IF IT FAILS"}, {title: "PROMPT"},
	}
	var rows [][]string
	for i, s := range r.Steps {
		rows = append(rows, []string{s.Name, s.Who(), gets(r, i), s.Check, s.Failing(), s.Says()})
	}
	return writeTable(a.Stdout, a.width(), columns, rows)
}

// gets says what is handed to a step.
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
