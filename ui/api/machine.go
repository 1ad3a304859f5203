package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

func addMachine(s *server, to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "get-machine", Path: "/machine", Tags: []string{"machine"},
		Summary:     "Tell what stead runs on, and which CLIs are there",
		Description: "As it was some seconds ago.",
	}, func(ctx context.Context, _ *struct{}) (model.Machine, error) { return s.Model.Machine(ctx) })
}
