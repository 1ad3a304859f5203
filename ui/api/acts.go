package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

// repeated is the sentence about repetition in the description of every act.
const repeated = "Sent again with the same Idempotency-Key, it is not done again: the answer is the first one's."

// ActInput holds the parameters that all acts share.
type ActInput struct {
	Key string `header:"Idempotency-Key" maxLength:"200" doc:"names the act, so that it is done once however often it is sent"`
}

type startInput struct {
	ActInput
	Body model.Start
}

type forkInput struct {
	ActInput
	Body model.Fork
}

type sendInput struct {
	ActInput
	RunInput
	Body model.SendText
}

type switchInput struct {
	ActInput
	RunInput
	Body model.Switch
}

type stopInput struct {
	ActInput
	RunInput
}

type resumeInput struct {
	ActInput
	RunInput
	Body model.Resume
}

// act registers a route that changes something. The response comes when the act is done.
func act[In, Out any](s *server, to huma.API, o huma.Operation, do func(context.Context, *In) (Out, error)) {
	o.DefaultStatus, o.Tags = http.StatusAccepted, []string{"acts"}
	o.Description += repeated
	change(s, to, o, do)
}

func addActs(s *server, to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "start-run", Path: "/runs", Summary: "Start a run in the background",
		Description: "The answer comes when the session is delivered and the CLI begins. ",
	}, func(ctx context.Context, in *startInput) (model.Run, error) {
		return s.Model.Actor().Start(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "send-to-run", Path: "/runs/{id}/send", Summary: "Type a text into a run",
		Description: "The answer comes when the text was typed, which is when the current turn has ended. ",
	}, func(ctx context.Context, in *sendInput) (model.Run, error) {
		return s.Model.Actor().Send(ctx, in.ID, in.Body.Text)
	})
	act(s, to, huma.Operation{
		OperationID: "switch-run", Path: "/runs/{id}/switch", Summary: "Have a run go on in another CLI",
		Description: "The answer comes when the run leaves its CLI: the other one continues in the same terminal. ",
	}, func(ctx context.Context, in *switchInput) (model.Run, error) {
		return s.Model.Actor().Switch(ctx, in.ID, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "stop-run", Path: "/runs/{id}/stop", Summary: "End a run",
		Description: "The answer comes when it has ended. One that had ended before is no error. ",
	}, func(ctx context.Context, in *stopInput) (model.Run, error) {
		return s.Model.Actor().Stop(ctx, in.ID)
	})
	act(s, to, huma.Operation{
		OperationID: "resume-run", Path: "/runs/{id}/resume", Summary: "Go on with a run that was interrupted or has ended",
		Description: "It goes on in its last session, with the CLI, the folder and the policies that it had. ",
	}, func(ctx context.Context, in *resumeInput) (model.Run, error) {
		in.Body.Run = in.ID
		return s.Model.Actor().Resume(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "make-fork", Path: "/forks", Summary: "Make a session of another, up to a point of it",
		Description: "No CLI is started. The answer is the run that stands for it: its to is the new session. ",
	}, func(ctx context.Context, in *forkInput) (model.Run, error) {
		return s.Model.Actor().Fork(ctx, in.Body)
	})
	addDraftActs(s, to)
	addAnswers(s, to)
	addStarting(s, to)
	act(s, to, huma.Operation{
		OperationID: "pick-contestant", Path: "/contests/{id}/pick",
		Summary:     "Bring a contestant's work into the folder, or onto a branch",
		Description: "Where it conflicts with later changes, nothing is changed. ",
	}, func(ctx context.Context, in *pickInput) (model.Contest, error) {
		return s.Model.Actor().Pick(ctx, in.ID, in.Body)
	})
}
