// Package template holds the verbs for templates, which are saved prompts that the user fills in to start a session.
package template

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

// Commands returns the verb template. Again makes the program execute another command line, which begins with a verb.
func Commands(p *setup.Process, again func(context.Context, []string) error) []*cobra.Command {
	group := flags.Group(&cobra.Command{
		Use: "template", Aliases: []string{"templates"}, Short: "Start sessions with saved prompts",
		Long: "A template is a prompt with placeholders for variables, files and the output of commands. It works in every CLI.\n\n" +
			"Templates of the project (.stead/templates) take precedence over your own, and your own over the ones that come with\n" +
			"stead. docs/templates.md explains how to write them.",
		Example: "  stead template list\n" +
			"  stead template run plan --to codex --var task='Add a --json flag'\n" +
			"  stead template run continue --from claude:latest --to codex\n" +
			"  stead template new release-notes --project",
	}, listCommand(p), showCommand(p), newCommand(p), editCommand(p), runCommand(p, again), validateCommand(p))
	return []*cobra.Command{group}
}

// oneTemplate requires the single argument of a verb that works on a template.
func oneTemplate(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s: name one template, such as plan", c.CommandPath())
	}
	return nil
}
