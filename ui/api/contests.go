package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

// RecordInput names a contest or a chain.
type RecordInput struct {
	ID string `path:"id" maxLength:"300" doc:"its id or the beginning of it, or latest" example:"latest"`
}

type contestantInput struct {
	RecordInput
	Name string `path:"name" maxLength:"200" doc:"the contestant's name or number" example:"codex"`
}

type stepInput struct {
	RecordInput
	Step    string `path:"step" maxLength:"200" doc:"the step's name" example:"build"`
	Attempt int    `query:"attempt" minimum:"0" doc:"the number of the attempt at this step, from 1; the last one when it is missing"`
}

// diffBounds describes how much of a difference is shown.
const diffBounds = "2,000 lines of a file, 500 files and 2 MB are shown at most: more and left say what is left out."

type pickInput struct {
	ActInput
	RecordInput
	Body model.Picking
}

// addContests adds the routes of contests, chains and templates.
func addContests(s *server, to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-contests", Path: "/contests", Tags: []string{"contests"},
		Summary: "List contests"},
		func(context.Context, *struct{}) (model.Contests, error) { return s.Model.Records().Contests() })
	get(s, to, huma.Operation{OperationID: "get-contest", Path: "/contests/{id}", Tags: []string{"contests"},
		Summary: "Tell how a contest is"},
		func(_ context.Context, in *RecordInput) (model.Contest, error) {
			return s.Model.Records().Contest(in.ID)
		})
	get(s, to, huma.Operation{
		OperationID: "get-contest-diff", Path: "/contests/{id}/diffs/{name}", Tags: []string{"contests"},
		Summary:     "Tell what a contestant has changed in files",
		Description: diffBounds,
	}, func(ctx context.Context, in *contestantInput) (model.Diff, error) {
		return s.Model.Records().ContestDiff(ctx, in.ID, in.Name)
	})
	get(s, to, huma.Operation{OperationID: "list-chains", Path: "/chains", Tags: []string{"chains"},
		Summary: "List chains"},
		func(context.Context, *struct{}) (model.Chains, error) { return s.Model.Records().Chains() })
	get(s, to, huma.Operation{OperationID: "get-chain", Path: "/chains/{id}", Tags: []string{"chains"},
		Summary: "Tell how a chain is"},
		func(_ context.Context, in *RecordInput) (model.Chain, error) {
			return s.Model.Records().Chain(in.ID)
		})
	get(s, to, huma.Operation{
		OperationID: "get-chain-diff", Path: "/chains/{id}/diffs/{step}", Tags: []string{"chains"},
		Summary:     "Tell what a step of a chain has changed in files",
		Description: diffBounds,
	}, func(ctx context.Context, in *stepInput) (model.Diff, error) {
		return s.Model.Records().ChainDiff(ctx, in.ID, in.Step, in.Attempt)
	})
	get(s, to, huma.Operation{OperationID: "list-templates", Path: "/templates", Tags: []string{"templates"},
		Summary: "List templates of prompts"},
		func(context.Context, *struct{}) (model.Templates, error) {
			return s.Model.Records().Templates(), nil
		})
}

type contestInput struct {
	ActInput
	Body model.StartContest
}

type chainInput struct {
	ActInput
	Body model.StartChain
}

type gateInput struct {
	ActInput
	RecordInput
	Body model.PassGate
}

type templateInput struct {
	ActInput
	Name string `path:"name" maxLength:"300" doc:"the template's name" example:"plan"`
	Body model.StartTemplate
}

type startDraftInput struct {
	ActInput
	DraftInput
	Body model.StartDraft
}

// addStarting adds the acts that begin contests and chains, and runs of templates and drafts.
func addStarting(s *server, to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "start-contest", Path: "/contests", Summary: "Give several CLIs the same prompt",
		Description: "Each works in a copy of the folder. The answer comes when the contest has begun; it goes on when the server ends. ",
	}, func(ctx context.Context, in *contestInput) (model.Contest, error) {
		return s.Model.Actor().StartContest(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "start-chain", Path: "/chains", Summary: "Run steps in several CLIs, one after the other",
		Description: "The answer comes when the chain has begun; it goes on when the server ends. ",
	}, func(ctx context.Context, in *chainInput) (model.Chain, error) {
		return s.Model.Actor().StartChain(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "pass-gate", Path: "/chains/{id}/gate",
		Summary:     "Have a chain go on that waits for somebody, or end it there",
		Description: "The answer comes when the chain goes on. One that does not wait is 409. ",
	}, func(ctx context.Context, in *gateInput) (model.Chain, error) {
		return s.Model.Actor().PassGate(ctx, in.ID, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "run-template", Path: "/templates/{name}/runs", Summary: "Start a run with a template's prompt",
		Description: "The answer comes when the session is delivered and the CLI begins. ",
	}, func(ctx context.Context, in *templateInput) (model.Run, error) {
		in.Body.Name = in.Name
		return s.Model.Actor().StartTemplate(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "start-draft", Path: "/drafts/{id}/start", Summary: "Start a run with an edited copy of a session",
		Description: "The same as a run whose from is the copy's reference. ",
	}, func(ctx context.Context, in *startDraftInput) (model.Run, error) {
		return s.Model.Actor().StartDraft(ctx, in.ID, in.Body)
	})
}
