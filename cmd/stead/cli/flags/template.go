package flags

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/templates"
)

// Template names a template and the values for it.
type Template struct {
	// Name is the template's name. Vars are NAME=VALUE.
	Name string
	Vars []string
	// Trust lets a project's template run its commands.
	Trust bool
	// Dir is the folder in which files are read and commands run; the current one if it is empty.
	Dir string
	// Preview prevents commands from running.
	Preview bool
}

// Register adds the flags of a verb that accepts a template in place of a prompt.
func (o *Template) Register(p *setup.Process, c *cobra.Command) {
	c.Flags().StringVar(&o.Name, "template", "", "take the prompt from this `TEMPLATE` (see stead template)")
	_ = c.RegisterFlagCompletionFunc("template", CompleteTemplate(p))
	o.RegisterVars(p, c)
	o.RegisterTrust(c)
}

// RegisterVars adds the flag that fills in a variable.
func (o *Template) RegisterVars(p *setup.Process, c *cobra.Command) {
	c.Flags().StringArrayVar(&o.Vars, "var", nil, "set a variable of the template: `NAME=VALUE`")
	_ = c.RegisterFlagCompletionFunc("var", completeVariable(p))
}

// RegisterTrust adds the flag that lets a template of the project run its commands.
func (o *Template) RegisterTrust(c *cobra.Command) {
	c.Flags().BoolVar(&o.Trust, "trust", false, "let a template of the project run commands")
}

// Prompt returns the prompt of the named template. See [Template.Render].
func (o Template) Prompt(ctx context.Context, p *setup.Process, s *setup.Setup) (string, error) {
	t, err := Library(p, s).Find(o.Name)
	if err != nil {
		return "", err
	}
	return o.Render(ctx, p, s, t)
}

// Render returns the prompt of a template. If there is a terminal, it asks for missing values, and whether a project's
// template may run its commands. Errors: those of [templates.Template.Render], and a template with an empty result.
func (o Template) Render(ctx context.Context, p *setup.Process, s *setup.Setup, t templates.Template) (string, error) {
	values, err := o.Values()
	if err != nil {
		return "", err
	}
	prompt, err := t.Render(ctx, values, templates.Host{
		Dir: cmp.Or(o.Dir, p.Folder()), Environ: s.Environ, Ask: asker(p.Term), Trust: Truster(p, s, o.Trust),
		Preview: o.Preview,
	})
	if err == nil && strings.TrimSpace(prompt) == "" {
		err = fmt.Errorf("the prompt of template %s is blank", t.Name)
	}
	return prompt, err
}

// Values splits the values of --var.
func (o Template) Values() (map[string]string, error) {
	values := map[string]string{}
	for _, one := range o.Vars {
		name, value, found := strings.Cut(one, "=")
		if !found {
			return nil, failure.Usagef("--var %s: the value is missing: write --var %s=VALUE", one, one)
		}
		values[name] = value
	}
	return values, nil
}

// Library returns the places to search for templates: the project's of the current folder, and the user's.
func Library(p *setup.Process, s *setup.Setup) templates.Library {
	l := templates.Library{User: filepath.Join(s.Config.Folders.Config, "templates")}
	if folder, ok := templates.ProjectFolder(p.Folder()); ok {
		l.Project = folder
	}
	return l
}
