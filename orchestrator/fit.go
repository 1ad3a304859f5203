package orchestrator

import (
	"context"

	"stead/orchestrator/delivery"
)

// Fit returns how much of a CLI's window the session of a request takes. It reads only From, At, To, Dir and the models
// of the request. Errors: those of the catalog, of the reader, and of [delivery.Planner.Fit].
func (o *Orchestrator) Fit(ctx context.Context, request Request) (delivery.Fit, error) {
	from, err := o.Sources().Find(ctx, request.Query())
	if err != nil {
		return delivery.Fit{}, err
	}
	return o.planner().Fit(ctx, request.delivery(), from)
}
