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
	// Environ is the environment of commands, NAME=value.
	Environ []string
	// Ask asks the user for a required variable without a value. Nil if no user can be asked.
	Ask func(context.Context, Variable) (string, error)
	// Trust is called before a project's template runs commands. It returns nil to allow that. Without Trust, the template
	// is refused.
	Trust func(context.Context, Template) error
	// Preview renders without running anything: the command takes the place of its output.
	Preview bool
}

// longestPrompt is the size in bytes of the longest prompt.
const longestPrompt = 16 << 20

// Render returns the prompt: the body with the values of the variables, by name, and the content of the inputs. Errors:
// ErrValue for missing or wrong values, ErrUntrusted, an error of a body that fails, and those of files, commands and
// the host's functions.
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

// asking returns the function that asks for missing values, or nil if no user can be asked.
func (h Host) asking(ctx context.Context) func(Variable) (string, error) {
	if h.Ask == nil {
		return nil
	}
	return func(v Variable) (string, error) { return h.Ask(ctx, v) }
}

// failed turns the error of a body's execution into one for people. Text/template already puts the template's name
// before its own text, and says what it did.
func (t Template) failed(err error) error {
	return fmt.Errorf("render template %s: %w", t.Name, err)
}

// bounded is a text of limited length.
type bounded struct{ strings.Builder }

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > longestPrompt {
		return 0, fmt.Errorf("the prompt would be longer than %d MB", longestPrompt>>20)
	}
	return b.Builder.Write(p)
}
