package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/inject/signals"
	"stead/ui/api/guard"
	"stead/ui/model"
)

type runsInput struct {
	All   bool   `query:"all" doc:"list runs that have ended, too"`
	Here  bool   `query:"here" doc:"only the runs of this machine"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	After string `query:"after" maxLength:"300" doc:"where the list before has ended, as its next says"`
}

// RunInput names a run.
type RunInput struct {
	ID string `path:"id" maxLength:"300" doc:"its id or the beginning of it, its short name, or latest" example:"latest"`
}

type journalInput struct {
	RunInput
	PageInput
}

func addRuns(s *server, to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-runs", Path: "/runs", Tags: []string{"runs"}, Summary: "List runs",
		Description: ofOthers("runs")},
		func(_ context.Context, in *runsInput) (model.Runs, error) {
			asked := model.RunQuery{Ended: in.All, After: in.After, Limit: in.Limit}
			page, err := s.Model.Records().Runs(asked)
			if err == nil && !in.Here {
				s.Others.Runs(&page, asked)
			}
			return page, err
		})
	get(s, to, huma.Operation{OperationID: "get-run", Path: "/runs/{id}", Tags: []string{"runs"},
		Summary: "Tell how a run is"},
		func(_ context.Context, in *RunInput) (model.Run, error) { return s.Model.Records().Run(in.ID) })
	get(s, to, huma.Operation{
		OperationID: "get-run-diff", Path: "/runs/{id}/diff", Tags: []string{"runs"},
		Summary: "Tell what was changed in the folder of a run since it began",
		Description: "What others have changed there, or was not committed when it began, is part of it. " +
			"409 when the folder is in no git repository. " + diffBounds,
	}, func(ctx context.Context, in *RunInput) (model.Work, error) { return s.Model.Records().Work(ctx, in.ID) })
	get(s, to, huma.Operation{
		OperationID: "get-journal", Path: "/runs/{id}/entries", Tags: []string{"runs"},
		Summary:     "Read a part of a run's journal",
		Description: "The journal begins with the session that the run continues. from=-20 reads its end.",
	}, func(ctx context.Context, in *journalInput) (model.Page, error) {
		return s.Model.Reader().Journal(ctx, in.ID, in.From, in.Limit)
	})
	huma.Register(to, huma.Operation{
		OperationID: "get-recording", Method: http.MethodGet, Path: "/runs/{id}/recording", Tags: []string{"runs"},
		Summary: "Read the recording of a run's terminal", Description: "An asciicast, version 3, as far as it was written.",
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{asciicast: {}}}},
	}, s.recording)
}

// asciicast is the media type of recordings.
const asciicast = "application/x-asciicast"

type recordingInput struct {
	RunInput
	From int64 `query:"from" minimum:"0" doc:"the first byte that is wanted: who has read a part of it gets the rest"`
}

func (s *server) recording(ctx context.Context, in *recordingInput) (*huma.StreamResponse, error) {
	file, err := s.Model.Records().Recording(in.ID, in.From)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer file.Close()
		c.SetHeader("Content-Type", asciicast)
		_, _ = io.Copy(c.BodyWriter(), file) // a client that has left needs no answer
	}}, nil
}

type answerInput struct {
	ActInput
	RunInput
	Body model.GiveAnswer
}

func addQuestions(s *server, to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "get-question", Path: "/runs/{id}/question", Tags: []string{"runs"},
		Summary:     "Tell what a run asks permission for",
		Description: "404 when it asks nothing. Without options it can only be answered in its own terminal.",
	}, func(_ context.Context, in *RunInput) (model.Question, error) {
		return s.Model.Records().Question(in.ID)
	})
}

func addAnswers(s *server, to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "answer-question", Path: "/runs/{id}/answers", Summary: "Answer what a run asks permission for",
		Description: "An answer counts once: 409 says that somebody else was faster, and who. ",
	}, func(ctx context.Context, in *answerInput) (signals.Answer, error) {
		return s.Model.Actor().Answer(ctx, in.ID, signals.Choice{Question: in.Body.Question, Option: in.Body.Option,
			By: answerer(ctx)})
	})
}

// answerer returns the name under which an answer is recorded.
func answerer(ctx context.Context) string {
	name := guard.KeyName(ctx)
	switch {
	case guard.Machine(ctx) != "":
		return name
	case name != "":
		return "the API, key " + name
	}
	return "the API"
}
