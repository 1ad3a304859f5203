package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/catalog/piece"
	"stead/readers"
	"stead/timeline"
)

// scan answers a query from the sessions' files. It does not decode files whose bytes cannot match the query.
func (s *Searcher) scan(ctx context.Context, q Query, limit int) (Result, error) {
	x := s.newScanner(q)
	if err := x.list(ctx); err != nil {
		return Result{}, err
	}
	places := slices.Clone(x.stores.places)
	// start with the largest, so that no worker is left with a large one at the end
	slices.SortStableFunc(places, func(a, b storedPlace) int { return cmp.Compare(b.size(), a.size()) })
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
	if err := x.families(ctx); err != nil {
		return Result{}, err
	}
	return x.result, x.show(ctx, limit)
}

func (s *Searcher) newScanner(q Query) *scanner {
	return &scanner{searcher: s, q: q, keeps: q.keeps(), sieve: newSieve(q), kin: map[[2]string][]hits{},
		counts: map[*timeline.Summary]int{}}
}

// scanner searches the sessions' files.
type scanner struct {
	searcher *Searcher
	q        Query
	keeps    func(timeline.Summary) bool
	sieve    sieve

	mu     sync.Mutex
	result Result
	hits   []scanned
	// counts is the number of hits of each session.
	counts map[*timeline.Summary]int
	stores stores
	// kin holds the sessions with hits by their CLI and the mark of their first record, for sessions with such a mark.
	kin map[[2]string][]hits
}

// scanned is a hit that a scan found.
type scanned struct {
	place
	session *timeline.Summary
	turn    int
	// words is the length of the text.
	words int
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
		if !x.keeps(s) || !mayHold(s.ID) {
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

// hits are the hits found in a session.
type hits struct {
	reader  readers.Reader
	summary *timeline.Summary
	latest
}

// session searches one session, and those of its sub-agents that no list shows. The hits count only if everything could
// be read.
func (x *scanner) session(ctx context.Context, r readers.Reader, summary timeline.Summary) error {
	found := hits{reader: r, summary: &summary}
	err := x.search(ctx, &found, func(*timeline.Entry) bool { return false })
	if err != nil || found.count == 0 {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if summary.Begins != "" && summary.Parent == "" {
		family := [2]string{summary.CLI, summary.Begins}
		x.kin[family] = append(x.kin[family], found)
	}
	x.add(found)
	return nil
}

// search searches a session, skipping entries that belong to another one.
func (x *scanner) search(ctx context.Context, found *hits, isOthers func(*timeline.Entry) bool) error {
	stream, err := x.open(ctx, found.reader, adapter.Location{Path: found.summary.Path, ID: found.summary.ID})
	if err != nil {
		return err
	}
	copied := x.copied(ctx, stream.Header.Lineage)
	number := 0
	return walk(stream, &number, func(child int, s timeline.Stream) error {
		if child > 0 && x.stores.has(ctx, found.summary.CLI, s.Header.ID) {
			return nil
		}
		var splitter piece.Splitter
		return s.Each(ctx, func(e *timeline.Entry) error {
			if e.Native != nil && e.Native.Session != "" {
				return nil // belongs to another session, with which this one begins
			}
			pieces := splitter.Split(e)
			if isOthers(e) || child == 0 && e.Native != nil && e.Native.Line <= copied {
				return nil
			}
			for _, p := range pieces {
				if x.q.matches(p) {
					found.add(at(e, p, child, found.summary))
				}
			}
			return nil
		})
	})
}

// add counts the hits of a session.
func (x *scanner) add(found hits) {
	x.result.Sessions, x.result.Hits = x.result.Sessions+1, x.result.Hits+found.count
	x.counts[found.summary] = found.count
	x.hits = append(x.hits, found.hits...)
	if len(x.hits) > 32*ranked { // a word may occur in every text
		x.hits = newest(x.hits)
	}
}

// open opens a session without the records that cannot contain a hit, if its reader can skip them. A query for tools
// needs all records, because the tool of a result is named in a different record.
func (x *scanner) open(ctx context.Context, r readers.Reader, location adapter.Location) (timeline.Stream, error) {
	picker, ok := r.(readers.Picker)
	if !ok || len(x.sieve.words) == 0 || len(x.q.Tools)+len(x.q.WithoutTools) > 0 {
		return r.Open(ctx, location)
	}
	return picker.Pick(ctx, location, x.sieve.holds)
}

// latest holds the last hits of a session, at least as many as may be shown, and the count of all.
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

// newest sorts hits and returns those that may be shown: those of the newest session first, and within a session the
// last first.
func newest(hits []scanned) []scanned {
	slices.SortStableFunc(hits, func(a, b scanned) int {
		return cmp.Or(b.session.Updated.Compare(a.session.Updated), cmp.Compare(a.session.ID, b.session.ID),
			cmp.Compare(b.Line, a.Line))
	})
	if len(hits) > ranked {
		sessions := map[*timeline.Summary]bool{}
		for _, h := range hits {
			sessions[h.session] = true
		}
		of := func(h scanned) *timeline.Summary { return h.session }
		hits = firstOfEach(hits, max(fewest, ranked/len(sessions)), of)
	}
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
	best = spread(best, limit, len(x.counts), func(s scanned) *timeline.Summary { return s.session })
	if len(best) == 0 {
		return nil
	}
	x.result.Rows = make([]Hit, len(best))
	texts := make([]wanted, len(best))
	for i, s := range best {
		x.result.Rows[i] = Hit{Session: *s.session, Turn: s.turn, Kind: s.kind, Reference: x.stores.reference(ctx, s.session),
			Of: x.counts[s.session]}
		texts[i] = wanted{s.place, &x.result.Rows[i]}
	}
	return x.searcher.readTexts(ctx, x.q, texts)
}
