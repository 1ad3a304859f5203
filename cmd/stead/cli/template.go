package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/templates"
)

func (a *app) templateCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "template", Aliases: []string{"templates"}, Short: "Start sessions with prompts that are kept",
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

func (a *app) templateListCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the templates that there are here", Args: cobra.NoArgs,
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

func (a *app) templateValidateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "validate [NAME or FILE...]", Short: "Check templates; without a name all of them", ValidArgsFunction: a.completeTemplate,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			l := a.library(s)
			if len(args) == 0 {
				args = l.Names()
			}
			for _, arg := range args {
				err = errors.Join(err, a.validateTemplate(l, arg))
			}
			return err
		},
	}
}

func (a *app) validateTemplate(l templates.Library, nameOrFile string) error {
	t, err := l.Find(nameOrFile)
	if errors.Is(err, templates.ErrNotFound) && filepath.Base(nameOrFile) != strings.TrimSuffix(nameOrFile, templates.Extension) {
		t, err = templates.Read(a.path(nameOrFile))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%s is sound (%s)\n", plain.Line(t.Name), plain.Line(cmp.Or(t.Path, string(t.Origin))))
	return err
}

// path makes a path of the command line absolute.
func (a *app) path(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Dir, path)
}
