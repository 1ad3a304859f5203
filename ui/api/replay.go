package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

type keyframeInput struct {
	RunInput
	Number int `path:"n" minimum:"0" doc:"its place among the keyframes, from 0" example:"0"`
}

func addReplay(s *server, to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "get-replay", Path: "/runs/{id}/replay", Tags: []string{"runs"},
		Summary: "Tell what a player needs to seek in the recording of a run",
	}, func(ctx context.Context, in *RunInput) (model.Replay, error) {
		return s.Model.Player().Replay(ctx, in.ID)
	})
	get(s, to, huma.Operation{
		OperationID: "get-keyframe", Path: "/runs/{id}/replay/{n}", Tags: []string{"runs"},
		Summary:     "Read the screen of a run at a keyframe",
		Description: "Draw it, then go on with the recording from its offset.",
	}, func(ctx context.Context, in *keyframeInput) (model.ReplayScreen, error) {
		return s.Model.Player().Screen(ctx, in.ID, in.Number)
	})
}
