package delivery

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator/source"
)

// Errors of a request, besides those of the catalog, the policies, the writers and the working folder.
var (
	// ErrNoDriver: sessions can be read or written in that format, but there is nothing to start.
	ErrNoDriver = errors.New("nothing to run")
	// ErrPromptTooLong: the CLI takes the prompt only as an argument, and the system takes none of that length.
	ErrPromptTooLong = errors.New("the prompt is too long")
	// ErrNoModel: the CLI must be told a model, and none is known.
	ErrNoModel = errors.New("no model to continue with")
)

// Request says to which CLI a session goes, and how.
type Request struct {
	// To is the CLI's name.
	To string
	// Dir is the working folder: an absolute path. Empty means the session's own.
	Dir string
	// Prompt says what the CLI should do next.
	Prompt   string
	Headless bool
	// Unstarted says that the session is only made: the CLI need not be installed.
	Unstarted bool
	// Model is the one that the user asked for. Empty leaves the choice to Models, and then to the CLI.
	Model string
	// Models choose the model by the one that the session was held with in another CLI. The first that fits counts.
	Models   []ModelRule
	History  policy.History
	Thinking policy.Thinking
	// Redaction says whether secrets are masked. The prompt is the user's own words and goes as it is.
	Redaction redaction.Policy
	// Allow is what the CLI may do without asking.
	Allow inject.Allowance
	// Arguments are passed to the CLI as they are; Environment is set for it in addition to stead's own, each NAME=value.
	Arguments, Environment []string
}

// ModelRule says which model of the target takes the place of a model.
type ModelRule struct {
	// Pattern is the model that the session was held with, as [path.Match] has it but for the slash, which is a character
	// as any other: "claude-opus-*", "*".
	Pattern string
	Model   string
}

// AnyModel is the pattern of every model, and of a session that does not say its own.
const AnyModel = "*"

func (m ModelRule) fits(model string) bool {
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	ok, err := path.Match(flat(m.Pattern), flat(model))
	return ok && err == nil
}

// model returns the model that was asked for. A session that stays in its own CLI has its model already; a new one gets
// the one that is set for any.
func (r Request) model(from source.Source) string {
	h := from.Stream.Header
	if r.Model != "" || h.Source.CLI == r.To && !from.IsNew {
		return r.Model
	}
	for _, rule := range r.Models {
		if rule.fits(h.Model.Model) {
			return rule.Model
		}
	}
	return ""
}

// ModelError is a delivery to a CLI that must be told a model, when none is known. It wraps ErrNoModel.
type ModelError struct {
	// CLI is the CLI's name.
	CLI     string
	Finding inject.Finding
}

// Error says what is missing.
func (e *ModelError) Error() string { return fmt.Sprintf("%v: %s", ErrNoModel, e.Finding.Text) }

// Unwrap returns ErrNoModel.
func (e *ModelError) Unwrap() error { return ErrNoModel }

// Hint says what to set.
func (e *ModelError) Hint() string {
	return fmt.Sprintf(
		"name one with --model, or for every session that comes from another CLI with cli.%s.model (see `stead config`)\n  or: %s",
		e.CLI, e.Finding.Remedy)
}

// missesModel returns a [ModelError] when the driver finds that nothing works there without a model.
func missesModel(d inject.Driver, e inject.Environment) error {
	for _, finding := range d.Check(e) {
		if finding.Model && finding.Severity == inject.Blocker {
			return &ModelError{CLI: d.Info().Name, Finding: finding}
		}
	}
	return nil
}
