package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/piece"
	"stead/readers"
	"stead/timeline"
)

// scan answers by the sessions' files. Those whose bytes cannot hold the query are not decoded.
func (s *Searcher) scan(ctx context.Context, q Query, limit int) (Result, error) {
	x := &scanner{searcher: s, q: q, sieve: newSieve(q)}
	places, err := x.places(ctx)
	if err != nil {
		return Result{}, err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range workers {
		group.Go(func() error {
			worker := fileReader{}
			for at := next.Add(1) - 1; at < int64(len(places)); at = next.Add(1) - 1 {
				if err := x.place(groupCtx, &worker, places[at]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return Result{}, err
	}
	return x.result, x.show(ctx, limit)
}

// scanner searches the sessions' files.
type scanner struct {
	searcher *Searcher
	q        Query
	sieve    sieve

	mu     sync.Mutex
	result Result
	hits   []scanned
	listed func() map[string]timeline.Summary
}

// scanned is a hit that was found by a scan.
type scanned struct {
	place
	session *timeline.Summary
	turn    int
	// words is how long the text is.
	words int
}

// storedPlace is a place of a reader's store.
type storedPlace struct {
	readers.Place
	reader readers.Reader
}

// places returns all places that may hold sessions that count.
func (x *scanner) places(ctx context.Context) ([]storedPlace, error) {
	var all []storedPlace
	for _, r := range x.searcher.Readers {
		if r.Info().Portable || !x.q.wants(r.Info().Name) {
			continue
		}
		for _, store := range r.Discover(x.searcher.Host) {
			for p, err := range r.Places(ctx, store, readers.Query{}) {
				if err != nil {
					x.warn(fmt.Errorf("list the sessions of %s: %w", r.Info().Title, err))
				} else {
					all = append(all, storedPlace{p, r})
				}
			}
		}
	}
	x.listed = sync.OnceValue(func() map[string]timeline.Summary { return listed(ctx, all) })
	return all, ctx.Err()
}

// wants reports whether sessions of a CLI may count.
func (q Query) wants(cli string) bool {
	only := Query{CLIs: q.CLIs, WithoutCLIs: q.WithoutCLIs}
	return only.keeps(timeline.Summary{CLI: cli})
}

// listed returns the sessions that lists show, by CLI and id. The index leaves them out of those that started them.
func listed(ctx context.Context, places []storedPlace) map[string]timeline.Summary {
	found := map[string]timeline.Summary{}
	for _, p := range places {
		for s, err := range p.reader.Summaries(ctx, p.Place) {
			if err == nil {
				found[s.CLI+":"+s.ID] = s
			}
		}
	}
	return found
}

func (x *scanner) isListed(cli, id string) bool {
	_, ok := x.listed()[cli+":"+id]
	return ok
}

func (x *scanner) warn(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.result.Warnings = append(x.result.Warnings, err)
}

// place searches the sessions of a place.
func (x *scanner) place(ctx context.Context, files *fileReader, p storedPlace) error {
	mayHold := x.sieve.sift(ctx, files, p)
	if mayHold == nil {
		return ctx.Err()
	}
	for s, err := range p.reader.Summaries(ctx, p.Place) {
		if err != nil {
			x.warn(err)
			continue
		}
		if !x.q.keeps(s) || !mayHold(s.ID) {
			continue
		}
		if err := x.session(ctx, p.reader, s); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			x.warn(fmt.Errorf("read session %s:%s: %w", s.CLI, s.ID, err))
		}
	}
	return ctx.Err()
}

// session searches one session, and those of its sub-agents that no list shows. What is found counts only if all could be read.
func (x *scanner) session(ctx context.Context, r readers.Reader, summary timeline.Summary) error {
	stream, err := r.Open(ctx, adapter.Location{Path: summary.Path, ID: summary.ID})
	if err != nil {
		return err
	}
	var found latest
	number := 0
	err = walk(stream, &number, func(child int, s timeline.Stream) error {
		if child > 0 && x.isListed(summary.CLI, s.Header.ID) {
			return nil
		}
		var splitter piece.Splitter
		return s.Each(ctx, func(e *timeline.Entry) error {
			if e.Native != nil && e.Native.Session != "" {
				return nil // another session's, with which this one begins
			}
			for _, p := range splitter.Split(e) {
				if x.q.matches(p) {
					found.add(at(e, p, child, &summary))
				}
			}
			return nil
		})
	})
	if err != nil || found.count == 0 {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.result.Sessions, x.result.Hits = x.result.Sessions+1, x.result.Hits+found.count
	x.hits = append(x.hits, found.hits...)
	if len(x.hits) > 4*ranked { // a word may stand in every text
		x.hits = newest(x.hits)
	}
	return nil
}

// latest are the last hits of a session, as many as may be shown or a few more, and the number of all.
type latest struct {
	hits  []scanned
	count int
}

func (l *latest) add(s scanned) {
	l.count++
	if len(l.hits) == 2*ranked {
		l.hits = append(l.hits[:0], l.hits[ranked:]...)
	}
	l.hits = append(l.hits, s)
}

// newest sorts hits and returns those that may be shown: the newest session's come first, and of a session the last.
func newest(hits []scanned) []scanned {
	slices.SortStableFunc(hits, func(a, b scanned) int {
		return cmp.Or(b.session.Updated.Compare(a.session.Updated), cmp.Compare(a.session.ID, b.session.ID), cmp.Compare(b.Line, a.Line))
	})
	return hits[:min(len(hits), ranked)]
}

func at(e *timeline.Entry, p piece.Piece, child int, session *timeline.Summary) scanned {
	s := scanned{place: place{child: child, kind: p.Kind}, session: session, turn: p.Turn, words: len(p.Body)}
	if e.Native != nil {
		s.Position = readers.PositionOf(e.Native)
	}
	return s
}

// show reads the texts of the best hits.
func (x *scanner) show(ctx context.Context, limit int) error {
	x.result.Scanned = true
	best := newest(x.hits)
	if x.searcher.Order != ByAge {
		slices.SortStableFunc(best, func(a, b scanned) int { return cmp.Compare(a.words, b.words) })
	}
	best = best[:min(len(best), limit)]
	if len(best) == 0 {
		return nil
	}
	short := catalog.Shorten(slices.Collect(maps.Values(x.listed())))
	x.result.Rows = make([]Hit, len(best))
	texts := make([]wanted, len(best))
	for i, s := range best {
		x.result.Rows[i] = Hit{Session: *s.session, Turn: s.turn, Kind: s.kind, Reference: short[s.session.CLI+":"+cmp.Or(s.session.Parent, s.session.ID)]}
		texts[i] = wanted{s.place, &x.result.Rows[i]}
	}
	return x.searcher.readTexts(ctx, x.q, texts)
}
