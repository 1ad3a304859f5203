package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/browser"
)

// RecordInput names a contest or a chain.
type RecordInput struct {
	ID string `path:"id" maxLength:"300" doc:"its id or the beginning of it, or latest" example:"latest"`
}

type pickInput struct {
	ActInput
	RecordInput
	Body browser.Picking
}

// addContests adds the routes of what several runs make up.
func (s *server) addContests(to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-contests", Path: "/contests", Tags: []string{"contests"}, Summary: "List contests"},
		func(context.Context, *struct{}) (browser.Contests, error) { return s.Browser.Contests() })
	get(s, to, huma.Operation{OperationID: "get-contest", Path: "/contests/{id}", Tags: []string{"contests"}, Summary: "Tell how a contest is"},
		func(_ context.Context, in *RecordInput) (browser.Contest, error) { return s.Browser.Contest(in.ID) })
	get(s, to, huma.Operation{OperationID: "list-chains", Path: "/chains", Tags: []string{"chains"}, Summary: "List chains"},
		func(context.Context, *struct{}) (browser.Chains, error) { return s.Browser.Chains() })
	get(s, to, huma.Operation{OperationID: "get-chain", Path: "/chains/{id}", Tags: []string{"chains"}, Summary: "Tell how a chain is"},
		func(_ context.Context, in *RecordInput) (browser.Chain, error) { return s.Browser.Chain(in.ID) })
	get(s, to, huma.Operation{OperationID: "list-templates", Path: "/templates", Tags: []string{"templates"}, Summary: "List templates of prompts"},
		func(context.Context, *struct{}) (browser.Templates, error) { return s.Browser.Templates(), nil })
}
