package api

import (
	"context"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"stead/catalog/listing"
	"stead/ui/model"
	"stead/ui/model/reading"
)

type sessionsInput struct {
	Words   string `query:"q" maxLength:"1000" doc:"only sessions that have each of these words in their title, folder, branch, model or id, or all of them in a text"`
	CLI     string `query:"cli" maxLength:"100" doc:"only the sessions of this CLI" example:"codex"`
	Project string `query:"project" maxLength:"4096" doc:"only the sessions of this project: a folder with all below it, or the name of one"`
	Since   string `query:"since" maxLength:"100" doc:"only sessions that have changed since then: 3d, today, 2026-11-01"`
	Model   string `query:"model" maxLength:"200" doc:"only models with this in their name"`
	State   string `query:"state" enum:"working,waiting,idle" doc:"only sessions in which this happens"`
	Live    bool   `query:"live" doc:"only sessions in which something happens"`
	All     bool   `query:"all" doc:"fold no copies and no sub-agents of this machine"`
	Here    bool   `query:"here" doc:"only the sessions of this machine"`
	Sort    string `query:"sort" enum:"updated,created,size,turns,title,project,model,cli" default:"updated" doc:"the order; names from A to Z, all else from the greatest to the least"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	After   string `query:"after" maxLength:"4096" doc:"where the list before has ended, as its next says"`
}

// SessionInput names a session. It is exported because the library ignores embedded fields of unexported types.
type SessionInput struct {
	CLI string `path:"cli" maxLength:"100" doc:"the CLI that has the session, or run for what a run of stead has recorded" example:"claude"`
	ID  string `path:"id" maxLength:"300" doc:"its id or the beginning of it, or latest" example:"7f3a91c0"`
}

type entriesInput struct {
	SessionInput
	PageInput
	At string `query:"at" maxLength:"300" doc:"the id of the entry with which the page begins; from then does not count"`
}

type entryInput struct {
	SessionInput
	Number int `path:"n" minimum:"0" example:"2" doc:"the number of the entry, counted from 0"`
}

// PageInput says which part is wanted.
type PageInput struct {
	From  int `query:"from" doc:"the first entry, counted from 0; -20 is the twentieth before the end"`
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"how many entries at most; a page ends earlier when it is 4 MB long"`
}

type findInput struct {
	SessionInput
	Text  string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"the text, as it stands there" example:"main.go"`
	From  int    `query:"from" minimum:"0" doc:"the first entry that counts, from 0"`
	Limit int    `query:"limit" minimum:"0" maximum:"1000" default:"100" doc:"how many places at most; all are counted"`
}

type treesInput struct {
	Project string `query:"project" maxLength:"4096" doc:"only the families that have a session in this folder"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"20"`
}

func addSessions(s *server, to huma.API) {
	get(s, to, huma.Operation{OperationID: "list-sessions", Path: "/sessions", Tags: []string{"sessions"},
		Summary: "List sessions", Description: ofOthers("sessions")}, s.sessions)
	get(s, to, huma.Operation{
		OperationID: "get-session", Path: "/sessions/{cli}/{id}", Tags: []string{"sessions"},
		Summary: "Tell what is known of a session",
	}, func(ctx context.Context, in *SessionInput) (model.Detail, error) {
		return s.Model.Reader().Session(ctx, in.CLI, in.ID)
	})
	get(s, to, huma.Operation{
		OperationID: "get-entries", Path: "/sessions/{cli}/{id}/entries", Tags: []string{"sessions"},
		Summary:     "Read a part of a session",
		Description: "Texts longer than 64 KB are cut, and cut says by how much. An entry that is read alone has up to 8 MB of each text.",
	}, func(ctx context.Context, in *entriesInput) (model.Page, error) {
		if in.At != "" {
			return s.Model.Reader().EntriesAt(ctx, in.CLI, in.ID, in.At, in.Limit)
		}
		return s.Model.Reader().Entries(ctx, in.CLI, in.ID, in.From, in.Limit)
	})
	get(s, to, huma.Operation{
		OperationID: "get-entry", Path: "/sessions/{cli}/{id}/entries/{n}", Tags: []string{"sessions"},
		Summary:     "Read an entry of a session whole",
		Description: "Texts longer than 8 MB are cut, and cut says by how much.",
	}, func(ctx context.Context, in *entryInput) (reading.Entry, error) {
		return s.Model.Reader().Entry(ctx, in.CLI, in.ID, in.Number)
	})
	addShape(s, to)
	get(s, to, huma.Operation{
		OperationID: "find-in-session", Path: "/sessions/{cli}/{id}/find", Tags: []string{"sessions"},
		Summary:     "Find a text in a session",
		Description: "In its texts and the arguments of its calls, in small or capital letters. Texts are whole here, also where a page of entries cuts them.",
	}, func(ctx context.Context, in *findInput) (model.Places, error) {
		return s.Model.Reader().FindIn(ctx, in.CLI, in.ID, model.PlaceQuery{Text: in.Text, From: in.From, Limit: in.Limit})
	})
	get(s, to, huma.Operation{
		OperationID: "get-tree", Path: "/sessions/{cli}/{id}/tree", Tags: []string{"sessions"},
		Summary: "Tell what a session came from, and all that came of that",
	}, func(ctx context.Context, in *SessionInput) (model.Family, error) {
		return s.Model.Tree(ctx, in.CLI, in.ID)
	})
	get(s, to, huma.Operation{
		OperationID: "list-trees", Path: "/tree", Tags: []string{"sessions"}, Summary: "List families of sessions",
	}, func(ctx context.Context, in *treesInput) (model.Families, error) {
		return s.Model.Trees(ctx, s.project(in.Project), in.Limit)
	})
}

func (s *server) sessions(ctx context.Context, in *sessionsInput) (model.Sessions, error) {
	since, err := s.since(in.Since)
	if err != nil {
		return model.Sessions{}, err
	}
	q := listing.Query{
		CLI: in.CLI, Project: s.project(in.Project), Since: since, Model: in.Model, Live: in.Live, All: in.All,
		Sort: in.Sort, Limit: in.Limit,
		Words: strings.Fields(in.Words),
	}
	asked := model.SessionQuery{Query: q, State: listing.State(in.State), After: in.After}
	page, err := s.Model.Sessions(ctx, asked)
	if err == nil && !in.Here {
		s.Others.Sessions(&page, asked)
	}
	return page, err
}

// since parses a point in time. Empty means no limit.
func (s *server) since(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return listing.ParseSince(text, s.Model.Options.Now())
}

// project returns the project that a caller names. Empty means all.
func (s *server) project(name string) string {
	if name == "" {
		return ""
	}
	return s.Project(name)
}
