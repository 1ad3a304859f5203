package template

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/atomicfile"
	"stead/internal/term/plain"
	"stead/orchestrator/templates"
)

// skeleton is the initial content of a new template.
const skeleton = `---
description: What this prompt is for, in a line
vars:
  task: {description: what to do, required: true}
#  depth: {type: choice, choices: [short, thorough], default: short}
#inputs:
#  diff: {command: git diff HEAD}
#  rules: {file: CONTRIBUTING.md, optional: true}
---
{{.task}}
`

type newOptions struct {
	project bool
	from    string
}

func newCommand(p *setup.Process) *cobra.Command {
	var o newOptions
	c := &cobra.Command{
		Use: "new NAME", Short: "Make a new template", Args: oneTemplate,
		Long: "Make a template's file, print its path, and open it in $VISUAL or $EDITOR if there is a terminal. An existing file is\n" +
			"never overwritten.",
		RunE: func(c *cobra.Command, args []string) error { return newTemplate(c.Context(), p, args[0], o) },
	}
	c.Flags().BoolVar(&o.project, "project", false, "make it in the project, for everybody who works on it")
	c.Flags().StringVar(&o.from, "from", "", "start from a copy of `TEMPLATE`")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteTemplate(p))
	return c
}

func newTemplate(ctx context.Context, p *setup.Process, name string, o newOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	if err := templates.CheckName(name); err != nil {
		return err
	}
	content := skeleton
	if o.from != "" {
		from, err := flags.Library(p, s).Find(o.from)
		if err != nil {
			return err
		}
		content = from.Content
	}
	folder := flags.Library(p, s).User
	if o.project {
		folder, _ = templates.ProjectFolder(p.Folder())
	}
	return openTemplate(ctx, p, folder, name, content)
}

// openTemplate creates a template's file and opens it.
func openTemplate(ctx context.Context, p *setup.Process, folder, name, content string) error {
	path := filepath.Join(folder, name+templates.Extension)
	err := atomicfile.Write(path, false, func(w io.Writer) error { _, err := io.WriteString(w, content); return err })
	if errors.Is(err, atomicfile.ErrExists) {
		return fmt.Errorf("template %s already exists, in %s: `stead template edit %s` opens it", name, p.Tilde(path), name)
	}
	if err != nil {
		return fmt.Errorf("make template %s: %w", name, err)
	}
	return editFile(ctx, p, path)
}

func editCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "edit NAME", Short: "Change a template", Args: oneTemplate, ValidArgsFunction: flags.CompleteTemplate(p),
		Long: "Open a template in $VISUAL or $EDITOR, and print its path. For a template that comes with stead, first make your own\n" +
			"copy, which takes precedence from then on.",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			l := flags.Library(p, s)
			t, err := l.Find(args[0])
			var wrong *templates.Error
			switch {
			case t.Path != "" && (err == nil || errors.As(err, &wrong)): // an invalid one is opened to be fixed
				return editFile(c.Context(), p, t.Path)
			case err != nil:
				return err
			}
			p.Term.Err.Note("%s comes with stead: this is your own copy, which takes precedence from now on", t.Name)
			return openTemplate(c.Context(), p, l.User, t.Name, t.Content)
		},
	}
}

// editFile prints the path of a template, and opens it if there are a terminal and an editor. It then reports errors in
// it.
func editFile(ctx context.Context, p *setup.Process, path string) error {
	if _, err := fmt.Fprintln(p.Term.Out, plain.Line(path)); err != nil {
		return err
	}
	if p.Term.Editor() == "" {
		return nil
	}
	if err := p.Term.Edit(ctx, p.Dir, path); err != nil {
		return err
	}
	if _, err := templates.Read(path); err != nil {
		p.Term.Err.Note("%s", strings.TrimSpace(err.Error()))
	}
	return nil
}
