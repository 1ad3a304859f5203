package setup

import (
	"context"
	"time"

	"stead/catalog/memory/optional/embedding"
	"stead/catalog/piece"
	"stead/catalog/search"
	"stead/timeline"
)

// semantic returns the search by meaning, or nil unless the user has configured an endpoint that makes embeddings.
func (ix *Index) semantic() search.Semantic {
	if ix.setup.Config.Memory.Embeddings.URL == "" {
		return nil
	}
	return similar{ix.setup}
}

// similar finds messages whose vectors are near that of a text.
type similar struct{ setup *Setup }

// Similar implements [search.Semantic]. Without stored vectors it finds nothing, and sends no request.
func (m similar) Similar(ctx context.Context, text string, limit int) ([]search.Hit, error) {
	c := m.setup.Config
	store, err := embedding.Open(c.MemoryFolder(), c.Memory.Tenant)
	if err != nil || store == nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	client, err := m.setup.Endpoint("memory.embeddings", c.Memory.Embeddings)
	if err != nil {
		return nil, err
	}
	near, err := embedding.Nearest(ctx, store, client, text, limit)
	if err != nil {
		return nil, err
	}
	var hits []search.Hit
	for _, n := range near {
		if n.Likeness >= least {
			hits = append(hits, hit(n))
		}
	}
	return hits, nil
}

// least is the minimum similarity of a match. Below it, two texts have nothing in common with most models.
const least = 0.3

func hit(n embedding.Near) search.Hit {
	kinds := map[string]piece.Kind{"prompt": piece.Prompt, "answer": piece.Answer}
	kind, isKnown := kinds[n.Kind]
	if !isKnown {
		kind = piece.Context
	}
	at, _ := time.Parse(time.RFC3339, n.Occurred)
	return search.Hit{
		Session: timeline.Summary{CLI: n.LLMSource, ID: n.Session, Path: n.File, Project: n.Project, Title: n.Title,
			Updated: at}, Reference: n.LLMSource + ":" + n.Session,
		Turn: n.Turn, Kind: kind, Time: at, Context: []search.Span{{Text: n.Text}},
	}
}
