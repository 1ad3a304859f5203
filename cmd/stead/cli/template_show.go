package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/templates"
)

// shownTemplate is what show --json prints.
type shownTemplate struct {
	templates.Template
	Content string `json:"content"`
}

func (a *app) templateShowCommand() *cobra.Command {
	o := templateOptions{preview: true}
	var rendered, asJSON bool
	c := &cobra.Command{
		Use: "show NAME", Short: "Show a template, or the prompt that it gives", Args: oneTemplate, ValidArgsFunction: a.completeTemplate,
		Long: "Show a template as it is written. With --rendered it is the prompt; commands are not run for that, what they would say is only named.",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			t, err := a.library(s).Find(args[0])
			switch {
			case err != nil:
				return err
			case rendered:
				prompt, err := a.render(c.Context(), s, t, o)
				return errors.Join(err, a.printText(prompt))
			case asJSON:
				return a.printJSON(shownTemplate{withPlaces(t), t.Content})
			}
			return a.printText(t.Content)
		},
	}
	c.Flags().BoolVar(&rendered, "rendered", false, "show the prompt")
	o.varFlag(a, c)
	jsonFlag(c, &asJSON, "print what it takes, and its content")
	c.MarkFlagsMutuallyExclusive("rendered", "json")
	return c
}

// printText prints a text that a stranger may have written.
func (a *app) printText(text string) error {
	if text == "" {
		return nil
	}
	_, err := fmt.Fprintln(a.Stdout, strings.TrimSuffix(plain.Clean(text), "\n"))
	return err
}
