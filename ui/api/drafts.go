package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/ui/model"
)

// DraftInput names a draft.
type DraftInput struct {
	ID string `path:"id" maxLength:"300" doc:"its id or the beginning of it, or latest" example:"5f2a91c0"`
}

type draftInput struct {
	ActInput
	Body model.BeginDraft
}

type deleteInput struct {
	ActInput
	DraftInput
}

type editInput struct {
	ActInput
	DraftInput
	Body model.EditDraft
}

func addDrafts(s *server, to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-drafts", Path: "/drafts", Tags: []string{"drafts"},
		Summary: "List the edited copies of sessions"},
		func(context.Context, *struct{}) (model.Drafts, error) { return s.Model.Drafts().List() })
	get(s, to, huma.Operation{
		OperationID: "get-draft", Path: "/drafts/{id}", Tags: []string{"drafts"},
		Summary: "Tell how an edited copy differs from its original",
	}, func(ctx context.Context, in *DraftInput) (model.EditedDraft, error) {
		return s.Model.Drafts().Find(ctx, in.ID)
	})
}

func addDraftActs(s *server, to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "begin-draft", Path: "/drafts", Summary: "Begin an edited copy of a session",
		Description: "The original is never changed. The copy's reference works wherever a session is named, as from of a run. ",
	}, func(ctx context.Context, in *draftInput) (model.EditedDraft, error) {
		return s.Model.Drafts().Begin(ctx, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "edit-draft", Method: http.MethodPatch, Path: "/drafts/{id}",
		Summary: "Edit a copy, or undo and redo an edit",
	}, func(ctx context.Context, in *editInput) (model.EditedDraft, error) {
		return s.Model.Drafts().Edit(ctx, in.ID, in.Body)
	})
	act(s, to, huma.Operation{
		OperationID: "delete-draft", Method: http.MethodDelete, Path: "/drafts/{id}", Summary: "Delete an edited copy",
		Description: "The original and the runs that were started with the copy stay. The answer is what was deleted. ",
	}, func(ctx context.Context, in *deleteInput) (model.Draft, error) {
		return s.Model.Drafts().Delete(ctx, in.ID)
	})
}
