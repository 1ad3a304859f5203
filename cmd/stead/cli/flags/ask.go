package flags

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/orchestrator/templates"
)

// asker returns a function that asks for variables on the terminal, until the answer is valid. It is nil if there is no
// terminal.
func asker(t *term.Terminal) func(context.Context, templates.Variable) (string, error) {
	if !t.CanAsk() {
		return nil
	}
	return func(ctx context.Context, v templates.Variable) (string, error) {
		for {
			answer, err := askVariable(ctx, t, v)
			if err != nil {
				return "", err
			}
			problem := v.Check(answer)
			if problem == nil || answer == "" {
				return answer, problem
			}
			t.Err.Message("%v", problem)
		}
	}
}

func askVariable(ctx context.Context, t *term.Terminal, v templates.Variable) (string, error) {
	question := v.Name + ", " + v.Purpose()
	if len(v.Choices) > 0 {
		question += " (" + strings.Join(v.Choices, ", ") + ")"
	}
	if v.Type != templates.Lines {
		return t.Ask(ctx, plain.Line(question)+": ")
	}
	t.Err.Message("%s, one per line, then an empty line:", plain.Line(question))
	var lines []string
	for {
		line, err := t.ReadLine(ctx)
		if err != nil || line == "" {
			return strings.Join(lines, "\n"), err
		}
		lines = append(lines, line)
	}
}

// Truster decides whether a project's template may run its commands. It may if the command line says so, or if the user
// has approved this version of the template before, or approves it now.
func Truster(p *setup.Process, s *setup.Setup, trust bool) func(context.Context, templates.Template) error {
	approvals := templates.Approvals{Folder: filepath.Join(s.Config.Folders.State, "trusted-templates")}
	return func(ctx context.Context, t templates.Template) error {
		if trust {
			return nil
		}
		if approved, err := approvals.Has(t); approved || err != nil {
			return err
		}
		if err := askTrust(ctx, p, t); err != nil {
			return err
		}
		return approvals.Add(t)
	}
}

func askTrust(ctx context.Context, p *setup.Process, t templates.Template) error {
	refused := fmt.Errorf("%w: template %s of this project runs commands: %s", templates.ErrUntrusted, t.Name,
		strings.Join(t.Commands(), "; "))
	if !p.Term.CanAsk() {
		return refused
	}
	p.Term.Err.Message("Template %s of this project (%s) would run these commands on your machine:", t.Name, p.Tilde(t.Path))
	for _, line := range t.Commands() {
		p.Term.Err.Message("  %s", line)
	}
	trusted, err := p.Term.Confirm(ctx, "Allow them from now on?")
	if err == nil && !trusted {
		err = refused
	}
	return err
}
