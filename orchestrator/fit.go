package orchestrator

import (
	"context"

	"stead/orchestrator/delivery"
)

// Fit says how much of a CLI's window the session of a request takes; of the request only From, At, To, Dir and the
// models count. Errors: those of the catalog, of the reader, and of [delivery.Planner.Fit].
func (o *Orchestrator) Fit(ctx context.Context, request Request) (delivery.Fit, error) {
	from, err := o.Sources().Find(ctx, request.Query())
	if err != nil {
		return delivery.Fit{}, err
	}
	return o.planner().Fit(ctx, request.delivery(), from)
}
