package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/templates"
)

// templateOptions name a template and what is filled in.
type templateOptions struct {
	name string
	vars []string
	// trust lets a project's template run its commands.
	trust bool
	// dir is the folder from which files and commands are read: the current one when it is empty.
	dir string
	// preview has no command run.
	preview bool
}

// templateFlags are those of a verb that takes a template in place of a prompt.
func (o *templateOptions) templateFlags(a *app, c *cobra.Command) {
	c.Flags().StringVar(&o.name, "template", "", "the `TEMPLATE` that gives the prompt (see stead template)")
	_ = c.RegisterFlagCompletionFunc("template", a.completeTemplate)
	o.varFlag(a, c)
	o.trustFlag(c)
}

func (o *templateOptions) varFlag(a *app, c *cobra.Command) {
	c.Flags().StringArrayVar(&o.vars, "var", nil, "fill in a variable of the template: `NAME=VALUE`")
	_ = c.RegisterFlagCompletionFunc("var", a.completeVariable)
}

func (o *templateOptions) trustFlag(c *cobra.Command) {
	c.Flags().BoolVar(&o.trust, "trust", false, "let a template of the project run its commands")
}

// prompt returns what a template gives. What it lacks, and whether a project's template may run its commands, is asked for where there is
// a terminal.
func (a *app) prompt(ctx context.Context, s *setup, o templateOptions) (string, error) {
	t, err := a.library(s).Find(o.name)
	if err != nil {
		return "", err
	}
	return a.render(ctx, s, t, o)
}

func (a *app) render(ctx context.Context, s *setup, t templates.Template, o templateOptions) (string, error) {
	values, err := o.values()
	if err != nil {
		return "", err
	}
	prompt, err := t.Render(ctx, values, templates.Host{
		Dir: cmp.Or(o.dir, a.dir()), Environ: s.environ, Ask: a.asker(), Trust: a.truster(s, o.trust), Preview: o.preview,
	})
	if err == nil && strings.TrimSpace(prompt) == "" {
		err = fmt.Errorf("template %s gives no prompt: all of it is blank", t.Name)
	}
	return prompt, err
}

// values splits what was given by --var.
func (o templateOptions) values() (map[string]string, error) {
	values := map[string]string{}
	for _, one := range o.vars {
		name, value, found := strings.Cut(one, "=")
		if !found {
			return nil, usageError{fmt.Errorf("--var %s: a value is missing: write --var %s=VALUE", one, one)}
		}
		values[name] = value
	}
	return values, nil
}
