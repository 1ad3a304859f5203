package model

import (
	"context"
	"time"

	"stead/catalog/memory"
	"stead/catalog/memory/recall"
)

// Knowledge is what was learnt in earlier sessions.
type Knowledge struct {
	Items []recall.Piece `json:"items" doc:"the latest first"`
}

// KnowledgeQuery says what of it is wanted. Empty fields want all.
type KnowledgeQuery struct {
	// Words must all stand in a piece, and Kinds are the names of kinds, one of which is the piece's.
	Words, Kinds []string
	Project      string
	Since        time.Time
	Limit        int
}

// Learnt returns what was learnt. Errors are those of the memory's database.
func (m *Model) Learnt(ctx context.Context, asked KnowledgeQuery) (Knowledge, error) {
	q := recall.Query{Words: asked.Words, Project: asked.Project, Since: asked.Since, Limit: asked.Limit}
	for _, kind := range asked.Kinds {
		q.Kinds = append(q.Kinds, memory.FindingKind(kind))
	}
	pieces, err := m.Options.Knowledge(ctx, q)
	return Knowledge{Items: append([]recall.Piece{}, pieces...)}, err
}
