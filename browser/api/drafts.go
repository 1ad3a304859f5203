package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"stead/browser"
)

// DraftInput names a draft.
type DraftInput struct {
	ID string `path:"id" maxLength:"300" doc:"its id or the beginning of it, or latest" example:"5f2a91c0"`
}

type draftInput struct {
	ActInput
	Body struct {
		Session string         `json:"session" minLength:"1" maxLength:"400" doc:"the reference of the session" example:"claude:latest"`
		Edits   []browser.Edit `json:"edits,omitempty" maxItems:"1000" doc:"what is edited at once, as one step"`
	}
}

type editInput struct {
	ActInput
	DraftInput
	Body struct {
		Revision string         `json:"rev,omitempty" maxLength:"200" doc:"the one that the caller has seen: with another one nothing is changed"`
		Edits    []browser.Edit `json:"edits" minItems:"1" maxItems:"1000" doc:"what is edited, as one step"`
	}
}

func (s *server) addDrafts(to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-drafts", Path: "/drafts", Tags: []string{"drafts"}, Summary: "List the edited copies of sessions"},
		func(context.Context, *struct{}) (browser.Drafts, error) { return s.Browser.Drafts() })
	get(s, to, huma.Operation{
		OperationID: "get-draft", Path: "/drafts/{id}", Tags: []string{"drafts"}, Summary: "Tell what an edited copy has otherwise than its original",
	}, func(ctx context.Context, in *DraftInput) (browser.EditedDraft, error) {
		return s.Browser.Draft(ctx, in.ID)
	})
}

func (s *server) addDraftActs(to huma.API) {
	act(s, to, huma.Operation{
		OperationID: "begin-draft", Path: "/drafts", Summary: "Begin an edited copy of a session",
		Description: "The original is never changed. The copy's reference works wherever a session is named, as from of a run. ",
	}, func(ctx context.Context, in *draftInput) (browser.EditedDraft, error) {
		return s.Browser.BeginDraft(ctx, in.Body.Session, in.Body.Edits)
	})
	act(s, to, huma.Operation{
		OperationID: "edit-draft", Path: "/drafts/{id}/edits", Summary: "Edit a copy, or undo and redo an edit",
	}, func(ctx context.Context, in *editInput) (browser.EditedDraft, error) {
		return s.Browser.EditDraft(ctx, in.ID, in.Body.Revision, in.Body.Edits)
	})
}
