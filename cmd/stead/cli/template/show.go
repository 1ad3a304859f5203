package template

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/orchestrator/templates"
)

// shownTemplate is the output of show --json.
type shownTemplate struct {
	templates.Template
	Content string `json:"content"`
}

func showCommand(p *setup.Process) *cobra.Command {
	o := flags.Template{Preview: true}
	var rendered, asJSON bool
	c := &cobra.Command{
		Use: "show NAME", Short: "Show a template or its prompt", Args: oneTemplate,
		ValidArgsFunction: flags.CompleteTemplate(p),
		Long:              "Show the source of a template. With --rendered, show the prompt instead; that runs no commands and only names them.",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			t, err := flags.Library(p, s).Find(args[0])
			switch {
			case err != nil:
				return err
			case rendered:
				prompt, err := o.Render(c.Context(), p, s, t)
				return errors.Join(err, printText(p.Term, prompt))
			case asJSON:
				return p.Term.Out.JSON(shownTemplate{withPlaces(t), t.Content})
			}
			return printText(p.Term, t.Content)
		},
	}
	c.Flags().BoolVar(&rendered, "rendered", false, "show the prompt")
	o.RegisterVars(p, c)
	flags.JSON(c, &asJSON, "print what it takes, and its content")
	flags.Exclude(c, "rendered", "json")
	return c
}

// printText prints a text that a stranger may have written.
func printText(t *term.Terminal, text string) error {
	if text == "" {
		return nil
	}
	_, err := fmt.Fprintln(t.Out, strings.TrimSuffix(plain.Clean(text), "\n"))
	return err
}
