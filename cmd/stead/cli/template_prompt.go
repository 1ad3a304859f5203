package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/internal/plain"
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

// canAsk reports whether there is somebody who answers.
func (a *app) canAsk() bool {
	return term.IsTerminal(int(a.Stdin.Fd())) && term.IsTerminal(int(a.Stderr.Fd()))
}

// asker asks for variables on the terminal, until the answer is one. It is nil where there is none.
func (a *app) asker() func(context.Context, templates.Variable) (string, error) {
	if !a.canAsk() {
		return nil
	}
	return func(ctx context.Context, v templates.Variable) (string, error) {
		for {
			answer, err := a.ask(ctx, v)
			if err != nil {
				return "", err
			}
			problem := v.Check(answer)
			if problem == nil || answer == "" {
				return answer, problem
			}
			a.tell("%v", problem)
		}
	}
}

func (a *app) ask(ctx context.Context, v templates.Variable) (string, error) {
	question := v.Name + ", " + v.Purpose()
	if len(v.Choices) > 0 {
		question += " (" + strings.Join(v.Choices, ", ") + ")"
	}
	if v.Type != templates.Lines {
		_, _ = fmt.Fprint(a.Stderr, plain.Line(question)+": ")
		return a.readLine(ctx)
	}
	a.tell("%s, one on a line, then an empty line:", plain.Line(question))
	var lines []string
	for {
		line, err := a.readLine(ctx)
		if err != nil || line == "" {
			return strings.Join(lines, "\n"), err
		}
		lines = append(lines, line)
	}
}

// truster decides whether a project's template may run its commands: when the command line says so, when the user has said so before of
// this very template, or says so now.
func (a *app) truster(s *setup, trust bool) func(context.Context, templates.Template) error {
	approvals := templates.Approvals{Folder: filepath.Join(s.config.Folders.State, "trusted-templates")}
	return func(ctx context.Context, t templates.Template) error {
		if trust {
			return nil
		}
		if approved, err := approvals.Has(t); approved || err != nil {
			return err
		}
		if err := a.askTrust(ctx, t); err != nil {
			return err
		}
		return approvals.Add(t)
	}
}

func (a *app) askTrust(ctx context.Context, t templates.Template) error {
	refused := fmt.Errorf("%w: template %s of this project runs commands: %s", templates.ErrUntrusted, t.Name, strings.Join(t.Commands(), "; "))
	if !a.canAsk() {
		return refused
	}
	a.tell("Template %s lies in this project (%s) and runs on your machine:", t.Name, a.tilde(t.Path))
	for _, line := range t.Commands() {
		a.tell("  %s", line)
	}
	_, _ = fmt.Fprint(a.Stderr, "Let it, from now on? [y/N] ")
	answer, err := a.readLine(ctx)
	if err != nil {
		return err
	}
	switch strings.ToLower(answer) {
	case "y", "yes":
		return nil
	}
	return refused
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
