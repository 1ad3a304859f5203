package flags

import (
	"context"

	"stead/cmd/stead/cli/setup"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
)

// Fit returns how much of a CLI's window a session takes, with the models of the settings. Errors: those of
// [Run.Resolve] and of [orchestrator.Orchestrator.Fit].
func Fit(ctx context.Context, p *setup.Process, s *setup.Setup, reference, cli string) (delivery.Fit, error) {
	asked := Run{Request: orchestrator.Request{From: reference, To: cli}, Interactive: true}
	request, err := asked.Resolve(ctx, p, s)
	if err != nil {
		return delivery.Fit{}, err
	}
	return s.Orchestrator().Fit(ctx, request)
}
