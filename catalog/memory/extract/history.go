package extract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// histories take the prompts of sessions that are gone from the CLIs' prompt histories. Those of the others are in
// their sessions.
func (x *extraction) histories(ctx context.Context) error {
	for _, r := range x.Readers {
		history, ok := r.(readers.PromptHistory)
		if !ok || x.LLM != "" && x.LLM != r.Info().Name {
			continue
		}
		jobs, err := x.history(ctx, r.Info(), history, history.HistoryFile(x.Host))
		if err != nil && ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
			x.report.Warnings = append(x.report.Warnings, fmt.Errorf("read the prompts of %s: %w", r.Info().Title, err))
		}
		if err := x.wave(ctx, jobs); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// history returns a session for each one that is gone, in the order of their first prompts.
func (x *extraction) history(ctx context.Context, cli adapter.Info, history readers.PromptHistory,
	path string) ([]job, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	gone := map[string][]*timeline.Entry{}
	projects := map[string]string{}
	var order []string
	for line, err := range jsonl.Lines(ctx, file) {
		if err != nil {
			return nil, err
		}
		clean, _, isSound := jsonl.Clean(line.Bytes)
		if !isSound {
			continue
		}
		p, ok := history.Prompt(clean)
		if !ok || x.planned[identity{cli.Name, p.Session}] {
			continue
		}
		if _, isKnown := gone[p.Session]; !isKnown {
			order = append(order, p.Session)
			projects[p.Session] = p.Project
		}
		gone[p.Session] = append(gone[p.Session], &timeline.Entry{
			Type: timeline.User, Content: p.Text, Timestamp: p.Time, Native: &timeline.Record{CLI: cli.Name, Line: line.Number},
		})
	}
	var jobs []job
	for _, id := range order {
		jobs = append(jobs, historyJob(identity{cli.Name, id}, path, projects[id], gone[id]))
	}
	return jobs, nil
}

func historyJob(id identity, path, project string, prompts []*timeline.Entry) job {
	return job{
		identity: id, kind: memory.FromHistory, summary: timeline.Summary{CLI: id.llm, ID: id.id, Path: path,
			Project: project},
		open: func(context.Context) (timeline.Stream, error) {
			return timeline.Stream{Entries: timeline.Of(prompts...)}, nil
		},
	}
}
