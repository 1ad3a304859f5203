package model

import (
	"context"
	"time"

	"stead/catalog/memory"
	"stead/catalog/memory/recall"
)

// Knowledge holds the findings of earlier sessions.
type Knowledge struct {
	Items []recall.Piece `json:"items" doc:"the latest first"`
}

// KnowledgeQuery says which findings are wanted. Empty fields match all.
type KnowledgeQuery struct {
	// Words must all occur in a finding. Kinds are names of kinds; the finding must have one of them.
	Words, Kinds []string
	Project      string
	Since        time.Time
	Limit        int
}

// Learnt returns the findings that match. Errors are those of the memory's database.
func (m *Model) Learnt(ctx context.Context, asked KnowledgeQuery) (Knowledge, error) {
	q := recall.Query{Words: asked.Words, Project: asked.Project, Since: asked.Since, Limit: asked.Limit}
	for _, kind := range asked.Kinds {
		q.Kinds = append(q.Kinds, memory.FindingKind(kind))
	}
	pieces, err := m.Options.Knowledge(ctx, q)
	return Knowledge{Items: append([]recall.Piece{}, pieces...)}, err
}
