package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/browser"
	"stead/browser/guard"
	"stead/signals"
)

type answerInput struct {
	ActInput
	RunInput
	Body browser.GiveAnswer
}

func (s *server) addQuestions(to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "get-question", Path: "/runs/{id}/question", Tags: []string{"runs"}, Summary: "Tell what a run asks permission for",
		Description: "404 when it asks nothing. Without options it can only be answered in its own terminal.",
	}, func(_ context.Context, in *RunInput) (browser.Question, error) { return s.Browser.Question(in.ID) })
}

func (s *server) addAnswers(to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "answer-question", Path: "/runs/{id}/answers", Summary: "Answer what a run asks permission for",
		Description: "An answer counts once: 409 says that somebody else was faster, and who. ",
	}, func(ctx context.Context, in *answerInput) (signals.Answer, error) {
		by := "the API"
		if key := guard.KeyName(ctx); key != "" {
			by = "the API, key " + key
		}
		return s.Browser.Answer(ctx, in.ID, signals.Choice{Question: in.Body.Question, Option: in.Body.Option, By: by})
	})
}
