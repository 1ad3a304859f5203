package summaries

import (
	"context"
	"fmt"
)

// told is what the others are to know of a session or a run: the row under its name at the hub.
type told struct {
	name string
	row  []byte
}

// told is all that the others are to know. Runs come first: they are few, and are looked for when this machine is away.
func (p Publisher) told(ctx context.Context) ([]told, error) {
	all, err := p.toldRuns()
	if err != nil {
		return nil, fmt.Errorf("list this machine's runs for the others: %w", err)
	}
	sessions, err := p.toldSessions(ctx)
	if err != nil {
		return nil, fmt.Errorf("list this machine's sessions for the others: %w", err)
	}
	return append(all, sessions...), nil
}

func (p Publisher) toldSessions(ctx context.Context) (all []told, err error) {
	rows, err := p.Rows(ctx)
	if err != nil {
		return nil, err
	}
	has := make(map[string]bool, len(rows))
	for _, r := range rows {
		name := nameOf(p.Self, r.CLI, r.ID)
		if has[name] || len(all) == MostOfNode {
			continue // of two sessions with the same reference the newer one is told of
		}
		if text, err := encode(r); err == nil {
			has[name], all = true, append(all, told{name, text})
		}
	}
	return all, nil
}

func (p Publisher) toldRuns() (all []told, err error) {
	runs, err := p.Runs()
	if err != nil {
		return nil, err
	}
	for _, r := range runs[:min(len(runs), MostRunsOfNode)] {
		if text, err := encodeRun(r); err == nil {
			all = append(all, told{nameOfRun(p.Self, r.ID), text})
		}
	}
	return all, nil
}
