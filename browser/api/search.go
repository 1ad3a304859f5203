package api

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"stead/browser"
	"stead/catalog/stats"
)

type searchInput struct {
	Query string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"words that must all be there; \"a phrase\"; begin*; -without; tool:bash file:main.go role:user cli:codex project:app since:7d" example:"sqlite locked"`
	Limit int    `query:"limit" minimum:"0" maximum:"1000" default:"50" doc:"how many hits at most; all are counted"`
}

type statisticsInput struct {
	By      []string `query:"by" maxItems:"5" doc:"tell rows apart by these: cli, model, project, day, tool, with commas" example:"[\"cli\"]"`
	CLI     string   `query:"cli" maxLength:"100" doc:"only the sessions of this CLI"`
	Project string   `query:"project" maxLength:"4096" doc:"only the sessions of this project: a folder with all below it, or the name of one"`
	Since   string   `query:"since" maxLength:"100" doc:"only what happened since then: 14d, today, 2026-11-01"`
	Model   string   `query:"model" maxLength:"200" doc:"only models with this in their name"`
}

func (s *server) addSearch(to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "search", Path: "/search", Tags: []string{"sessions"}, Summary: "Search all sessions",
	}, func(ctx context.Context, in *searchInput) (browser.Hits, error) {
		return s.Browser.Find(ctx, in.Query, in.Limit)
	})
	get(s, to, huma.Operation{
		OperationID: "get-statistics", Path: "/statistics", Tags: []string{"sessions"}, Summary: "Sum up tokens, costs, turns and calls",
		Description: "Days are in UTC. A cost is the CLI's own figure, or else the model's list price; null where it is unknown.",
	}, s.statistics)
}

func (s *server) statistics(ctx context.Context, in *statisticsInput) (stats.Result, error) {
	since, err := s.since(in.Since)
	if err != nil {
		return stats.Result{}, err
	}
	q := stats.Query{CLI: in.CLI, Project: s.project(in.Project), Since: since, Model: in.Model}
	for _, name := range in.By {
		q.By = append(q.By, stats.Dimension(strings.ToLower(strings.TrimSpace(name))))
	}
	return s.Browser.Statistics(ctx, q)
}
