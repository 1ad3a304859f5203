package search

import (
	"cmp"
	"context"
	"slices"
)

// Semantic finds pieces of sessions that are similar in meaning to a text, the most similar first.
type Semantic interface {
	// Similar returns at most limit hits, each with its session, reference, turn, kind and context.
	Similar(ctx context.Context, text string, limit int) ([]Hit, error)
}

// addSimilar merges texts with a similar meaning into the rows. The counts remain those of the words. A failure becomes
// a warning, because the words were found.
func (s *Searcher) addSimilar(ctx context.Context, q Query, limit int, r *Result) error {
	text := q.text()
	if s.Semantic == nil || text == "" || limit == 0 || q.needsExact() {
		return nil
	}
	similar, err := s.Semantic.Similar(ctx, text, limit)
	if err != nil {
		r.Warnings = append(r.Warnings, err)
		return ctx.Err()
	}
	keeps := q.keeps()
	similar = slices.DeleteFunc(similar, func(h Hit) bool {
		return !keeps(h.Session) || len(q.Kinds) > 0 &&
			!slices.Contains(q.Kinds, h.Kind)
	})
	r.Rows = merge(r.Rows, similar, limit)
	return nil
}

// needsExact reports whether the query has conditions that similarity cannot answer: files, tools, exclusions.
func (q Query) needsExact() bool {
	return len(q.Without)+len(q.Files)+len(q.WithoutFiles)+len(q.Tools)+len(q.WithoutTools) > 0
}

// text returns the words of the query, without its filters.
func (q Query) text() string {
	text := ""
	for _, t := range q.Terms {
		text += t.Text + " "
	}
	return text
}

// constant is the constant of reciprocal rank fusion. The larger it is, the less the first places count.
const constant = 60

// merge merges two rankings by the sum of their reciprocal ranks: a hit in both comes before a hit in only one.
func merge(a, b []Hit, limit int) []Hit {
	type key struct {
		cli, id string
		turn    int
	}
	scores, hits := map[key]float64{}, map[key]Hit{}
	var keys []key
	for _, ranking := range [][]Hit{a, b} {
		seen := map[key]bool{}
		for rank, h := range ranking {
			k := key{h.Session.CLI, h.Session.ID, h.Turn}
			if _, ok := hits[k]; !ok {
				hits[k], keys = h, append(keys, k)
			}
			if !seen[k] {
				scores[k] += 1 / float64(constant+rank+1)
			}
			seen[k] = true
		}
	}
	slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(scores[b], scores[a]) })
	var merged []Hit
	for _, k := range keys[:min(limit, len(keys))] {
		merged = append(merged, hits[k])
	}
	return merged
}
