package delivery

import (
	"cmp"
	"context"

	"stead/inject/policy"
	"stead/orchestrator/source"
)

// Fit says how much of a CLI's window a session takes.
type Fit struct {
	// Tokens is an estimate: right within a fifth for code and English.
	Tokens int64 `json:"tokens"`
	// Window is what the target's model takes of history, in tokens. 0 when that is not known.
	Window int64 `json:"window,omitempty"`
	// Model is the one that was asked for, or that the CLI is configured to use; empty when neither says.
	Model string `json:"model,omitempty"`
}

// Fits reports whether all of the session goes into the window. What is not known is taken for large enough.
func (f Fit) Fits() bool { return f.Window == 0 || f.Tokens <= f.Window }

// Fit measures a session against the window of the CLI to which the request sends it. The CLI need not be installed.
// Errors: those of [Planner.Adapter] and of the session's stream.
func (p Planner) Fit(ctx context.Context, r Request, from source.Source) (Fit, error) {
	a, err := p.Adapter(r.To)
	if err != nil {
		return Fit{}, err
	}
	configured := a.Driver.Configured(p.Environment(a.Driver, cmp.Or(r.Dir, from.Dir), r))
	model := cmp.Or(r.model(from), configured.Name)
	tokens, err := policy.Tokens(ctx, from.Stream)
	return Fit{Tokens: tokens, Window: a.Driver.Window(model), Model: model}, err
}
