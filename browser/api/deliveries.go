package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/browser"
)

type deliveryInput struct{ Body browser.Start }

type comparisonInput struct {
	Left  string `query:"a" required:"true" minLength:"1" maxLength:"400" doc:"the reference of a session" example:"claude:latest"`
	Right string `query:"b" required:"true" minLength:"1" maxLength:"400" doc:"the reference of another" example:"codex:latest"`
}

// addDeliveries adds the routes that work something out of sessions and change nothing.
func (s *server) addDeliveries(to huma.API) {
	change(s, to, huma.Operation{
		OperationID: "plan-delivery", Path: "/deliveries", Tags: []string{"sessions"}, DefaultStatus: http.StatusOK,
		Summary:     "Tell what a run would deliver",
		Description: "It takes what starts a run. Nothing is written, and no program is started.",
	}, func(ctx context.Context, in *deliveryInput) (browser.Delivery, error) {
		return s.Browser.Deliver(ctx, in.Body)
	})
	get(s, to, huma.Operation{
		OperationID: "compare-sessions", Path: "/compare", Tags: []string{"sessions"}, Summary: "Compare two sessions",
		Description: "What both begin with, and then turn by turn what each did. Texts longer than 64 KB are cut.",
	}, func(ctx context.Context, in *comparisonInput) (browser.Comparison, error) {
		return s.Browser.Compare(ctx, in.Left, in.Right)
	})
}
