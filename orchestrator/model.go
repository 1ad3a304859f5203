package orchestrator

import (
	"fmt"

	"stead/inject"
)

// ModelError is a run for which a CLI must be told a model, and none is known. It wraps ErrNoModel.
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
	return fmt.Sprintf("name one with --model, or for every session that comes from another CLI with cli.%s.model (see `stead config`)\n  or: %s",
		e.CLI, e.Finding.Remedy)
}

// missesModel returns a [ModelError] when the driver finds that nothing works there without a model.
func missesModel(d inject.Driver, g inject.Environment) error {
	for _, finding := range d.Check(g) {
		if finding.Model && finding.Severity == inject.Blocker {
			return &ModelError{CLI: d.Info().Name, Finding: finding}
		}
	}
	return nil
}
