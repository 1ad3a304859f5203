package templates

import (
	"context"
	"fmt"
	"strings"
)

// Host is where a template is rendered, and what it may do there.
type Host struct {
	// Dir is the working folder: paths are relative to it, and commands run in it.
	Dir string
	// Environ is what commands are started with, NAME=value.
	Environ []string
	// Ask asks the user for a variable that is required and was not given. Nil when nobody can be asked.
	Ask func(context.Context, Variable) (string, error)
	// Trust is asked before a project's template runs commands: nil lets it. Without Trust it is refused.
	Trust func(context.Context, Template) error
	// Preview renders without running anything: where the output of a command would stand, the command does.
	Preview bool
}

// longestPrompt is the size in bytes of the longest prompt that is made.
const longestPrompt = 16 << 20

// Render returns the prompt: the body with the values of the variables, by name, and what the inputs hold. Errors:
// ErrValue for values that are missing or wrong, ErrUntrusted, an [Error] for a body that fails, and those of files,
// commands and the host's functions.
func (t Template) Render(ctx context.Context, given map[string]string, h Host) (string, error) {
	values, err := t.values(given, h.asking(ctx))
	if err != nil {
		return "", err
	}
	in := reader{template: t, host: h, given: given}
	if err := in.fill(ctx, values); err != nil {
		return "", err
	}
	body, err := t.body.Clone()
	if err != nil {
		return "", err
	}
	var prompt bounded
	if err := body.Funcs(functions(in.file)).Execute(&prompt, values); err != nil {
		return "", t.failed(err)
	}
	return strings.Trim(prompt.String(), "\n"), nil
}

// asking is how missing values are asked for; nil when nobody can be asked.
func (h Host) asking(ctx context.Context) func(Variable) (string, error) {
	if h.Ask == nil {
		return nil
	}
	return func(v Variable) (string, error) { return h.Ask(ctx, v) }
}

// failed makes the error of a body's execution one for people: text/template puts the template's name before its own,
// and says what it did.
func (t Template) failed(err error) error {
	return fmt.Errorf("render template %s: %w", t.Name, err)
}

// bounded is a text that does not grow without end.
type bounded struct{ strings.Builder }

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > longestPrompt {
		return 0, fmt.Errorf("the prompt would be longer than %d MB", longestPrompt>>20)
	}
	return b.Builder.Write(p)
}
