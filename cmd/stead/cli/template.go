package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/templates"
)

func (a *app) templateCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "template", Aliases: []string{"templates"}, Short: "Start sessions with saved prompts",
		Long: "A template is a prompt with places that are filled in: variables, files and the output of commands. It works in every CLI.\n\n" +
			"Templates of the project (.stead/templates) come before your own, and those before the ones that come with stead. docs/templates.md\n" +
			"says how they are written.",
		Example: "  stead template list\n" +
			"  stead template run plan --to codex --var task='Add a --json flag'\n" +
			"  stead template run continue --from claude:latest --to codex\n" +
			"  stead template new release-notes --project",
	}, a.templateListCommand(), a.templateShowCommand(), a.templateNewCommand(), a.templateEditCommand(), a.templateRunCommand(),
		a.templateValidateCommand())
}

// library is where templates are looked for.
func (a *app) library(s *setup) templates.Library {
	l := templates.Library{User: filepath.Join(s.config.Folders.Config, "templates")}
	if folder, ok := templates.ProjectFolder(a.dir()); ok {
		l.Project = folder
	}
	return l
}

// oneTemplate demands the one argument of a verb that works on a template.
func oneTemplate(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s: name one template, such as plan", c.CommandPath())
	}
	return nil
}

// completeTemplate proposes the names of templates.
func (a *app) completeTemplate(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	s, err := a.setup(nil)
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := a.library(s).List()
	var proposals []string
	for _, t := range all {
		proposals = append(proposals, t.Name+"\t"+plain.Fit(plain.Line(t.Description), 60))
	}
	return proposals, cobra.ShellCompDirectiveNoFileComp
}

// completeVariable proposes the variables of the template that is named on the command line, and the values that one of them takes.
func (a *app) completeVariable(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	name := strings.Join(args, "")
	if flag := c.Flags().Lookup("template"); flag != nil {
		name = flag.Value.String()
	}
	s, err := a.setup(nil)
	if err != nil {
		return nil, directive
	}
	t, err := a.library(s).Find(name)
	if err != nil {
		return nil, directive
	}
	var proposals []string
	typedName, _, given := strings.Cut(typed, "=")
	for _, v := range t.Variables {
		switch {
		case !given:
			proposals = append(proposals, v.Name+"=\t"+plain.Fit(plain.Line(v.Purpose()), 60))
		case v.Name == typedName:
			for _, choice := range v.Choices {
				proposals = append(proposals, v.Name+"="+choice)
			}
		}
	}
	return proposals, directive
}
