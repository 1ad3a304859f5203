package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"stead/internal/plain"
	"stead/templates"
)

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
