package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"stead/catalog/stats"
	"stead/ui/model"
)

type searchInput struct {
	Query string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"words that must all be there; \"a phrase\"; begin*; -without; tool:bash file:main.go role:user cli:codex project:app since:7d" example:"sqlite locked"`
	CLI   string `query:"cli" maxLength:"100" doc:"only the sessions of this CLI, as cli: in q says it, too"`
	Limit int    `query:"limit" minimum:"0" maximum:"1000" default:"50" doc:"how many hits at most; all are counted"`
}

type knowledgeInput struct {
	Words   string   `query:"q" maxLength:"1000" doc:"only what has each of these words"`
	Kinds   []string `query:"kind" maxItems:"4" enum:"decision,error_solution,skill_learning,pattern" doc:"only these kinds, with commas"`
	Project string   `query:"project" maxLength:"4096" doc:"only what was learnt in this project: a folder with all below it, or the name of one"`
	Since   string   `query:"since" maxLength:"100" doc:"only what was seen since then: 3d, today, 2026-11-01"`
	Limit   int      `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"only so many"`
}

type statisticsInput struct {
	By      []string `query:"by" maxItems:"5" doc:"tell rows apart by these: cli, model, project, day, tool, with commas" example:"[\"cli\"]"`
	CLI     string   `query:"cli" maxLength:"100" doc:"only the sessions of this CLI"`
	Project string   `query:"project" maxLength:"4096" doc:"only the sessions of this project: a folder with all below it, or the name of one"`
	Since   string   `query:"since" maxLength:"100" doc:"only what happened since then: 14d, today, 2026-11-01"`
	Model   string   `query:"model" maxLength:"200" doc:"only models with this in their name"`
}

func addSearch(s *server, to huma.API) {
	get(s, to, huma.Operation{
		OperationID: "search", Path: "/search", Tags: []string{"sessions"}, Summary: "Search all sessions",
	}, func(ctx context.Context, in *searchInput) (model.Hits, error) {
		return s.Model.Find(ctx, model.HitQuery{Text: in.Query, CLI: in.CLI, Limit: in.Limit})
	})
	get(s, to, huma.Operation{
		OperationID: "list-knowledge", Path: "/knowledge", Tags: []string{"sessions"},
		Summary: "Tell what was learnt in earlier sessions",
		Description: "What stead session extract has found and stead session knowledge shows: decisions, failures with their cures, rules, and what is done again and " +
			"again. confidence says how many of ten such findings are right, divided by ten.",
	}, s.knowledge)
	get(s, to, huma.Operation{
		OperationID: "get-statistics", Path: "/statistics", Tags: []string{"sessions"},
		Summary:     "Sum up tokens, costs, turns and calls",
		Description: "Days are in UTC. A cost is the CLI's own figure, or else the model's list price; null where it is unknown.",
	}, s.statistics)
}

func (s *server) knowledge(ctx context.Context, in *knowledgeInput) (model.Knowledge, error) {
	since, err := s.since(in.Since)
	if err != nil {
		return model.Knowledge{}, err
	}
	return s.Model.Learnt(ctx, model.KnowledgeQuery{
		Words: strings.Fields(in.Words), Kinds: in.Kinds, Project: s.project(in.Project), Since: since, Limit: in.Limit,
	})
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
	return s.Model.Statistics(ctx, q)
}

type deliveryInput struct{ Body model.Start }

type comparisonInput struct {
	Left  string `query:"a" required:"true" minLength:"1" maxLength:"400" doc:"the reference of a session" example:"claude:latest"`
	Right string `query:"b" required:"true" minLength:"1" maxLength:"400" doc:"the reference of another" example:"codex:latest"`
}

// addDeliveries adds the routes that compute something from sessions and change nothing.
func addDeliveries(s *server, to huma.API) {
	change(s, to, huma.Operation{
		OperationID: "plan-delivery", Path: "/deliveries", Tags: []string{"sessions"}, DefaultStatus: http.StatusOK,
		Summary:     "Tell what a run would deliver",
		Description: "It takes what starts a run. Nothing is written, and no program is started.",
	}, func(ctx context.Context, in *deliveryInput) (model.Delivery, error) {
		return s.Model.Actor().Deliver(ctx, in.Body)
	})
	get(s, to, huma.Operation{
		OperationID: "compare-sessions", Path: "/compare", Tags: []string{"sessions"}, Summary: "Compare two sessions",
		Description: "What both begin with, and then turn by turn what each did. Texts longer than 64 KB are cut.",
	}, func(ctx context.Context, in *comparisonInput) (model.Comparison, error) {
		return s.Model.Compare(ctx, in.Left, in.Right)
	})
}
