package search

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"stead/adapters/adapter"
	"stead/catalog/index"
	"stead/readers"
)

// Searcher searches all sessions on a machine.
type Searcher struct {
	Readers []readers.Reader
	Host    adapter.Host
	// Index is the index to search. If it is nil, the sessions' files are searched instead.
	Index *index.Index
	// Order is the order of the hits. Empty means ByRank.
	Order Order
	// Semantic adds texts with a similar meaning. It may be nil.
	Semantic Semantic
}

// Search returns the result of a query: the counts of all hits, and up to limit hits. It does not update the index; the
// caller does that, or accepts the current state. If the index cannot answer the query, Search scans the sessions'
// files. Data that cannot be read becomes a warning.
func (s *Searcher) Search(ctx context.Context, q Query, limit int) (Result, error) {
	var result Result
	var err error
	switch {
	case q.IsEmpty():
		return result, nil
	case s.Index == nil || q.needsText():
		result, err = s.scan(ctx, q, limit)
	default:
		result, err = s.ask(ctx, q, limit)
	}
	if err != nil {
		return result, fmt.Errorf("search: %w", err)
	}
	return result, s.addSimilar(ctx, q, limit, &result)
}

// Fresh updates the index and searches. Both start at the same time, once no other refresh is running. If the refresh
// changes nothing, which is nearly always the case, the early answer is valid. Fresh rebuilds an index in which the
// search finds damage. It calls progress while it reads sessions into the index.
func (s *Searcher) Fresh(ctx context.Context, q Query, limit int, progress func(done, total int64)) (Result, error) {
	early, cancel := context.WithCancel(ctx)
	defer cancel()
	var found Result
	var failure error
	var asking sync.WaitGroup
	ask := func() { asking.Go(func() { found, failure = s.Search(early, q, limit) }) }
	report, err := s.Index.RefreshAfter(ctx, ask, progress)
	if err != nil || report.Looked > 0 || report.Read > 0 || report.Gone > 0 {
		cancel()
	}
	asking.Wait()
	if err == nil && (early.Err() != nil || failure != nil) {
		found, failure = s.Search(ctx, q, limit)
	}
	if isNew, broken := s.Index.Heal(ctx, failure, progress); broken != nil {
		err = errors.Join(err, broken)
	} else if isNew {
		found, failure = s.Search(ctx, q, limit)
	}
	found.Warnings = append(report.Warnings, found.Warnings...)
	return found, errors.Join(err, failure)
}

func (s *Searcher) reader(cli string) (readers.Reader, bool) {
	for _, r := range s.Readers {
		if r.Info().Name == cli {
			return r, true
		}
	}
	return nil, false
}

// ask answers a query from the index.
func (s *Searcher) ask(ctx context.Context, q Query, limit int) (Result, error) {
	x := &indexed{ctx: ctx, db: s.Index.DB(), q: q}
	var result Result
	err := x.begin()
	if err == nil {
		err = x.setApart()
	}
	if err == nil {
		result.Hits, err = x.count()
		result.Sessions = len(x.tallies)
	}
	if err == nil && result.Hits > 0 && limit > 0 {
		result.Rows, err = s.rows(ctx, x, result.Hits, limit)
	}
	if err != nil || len(x.apart) == 0 {
		return result, err
	}
	return s.addApart(ctx, x, limit, result)
}

// rows returns the best of the given number of hits.
func (s *Searcher) rows(ctx context.Context, x *indexed, hits, limit int) ([]Hit, error) {
	best, err := x.best(hits, s.Order)
	if err != nil {
		return nil, err
	}
	of := func(f found) int64 { return f.row.Session() }
	return s.show(ctx, x, spread(best, limit, len(x.tallies), of))
}

// show reads the displayed texts of hits.
func (s *Searcher) show(ctx context.Context, x *indexed, best []found) ([]Hit, error) {
	shown, err := x.shown(best)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(shown))
	texts := make([]wanted, len(shown))
	for i, one := range shown {
		hits[i] = one.Hit
		hits[i].Of = x.tallies[one.n].hits
		texts[i] = wanted{one.place, &hits[i]}
	}
	return hits, s.readTexts(ctx, x.q, texts)
}
