package search

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"stead/adapters/adapter"
	"stead/catalog/piece"
	"stead/readers"
	"stead/timeline"
)

// place is the position of a hit in its session.
type place struct {
	readers.Position
	// child is 0 for the session itself, or the number of the sub-agent with the hit, from 1.
	child int
	kind  piece.Kind
}

// wanted is a hit whose text has to be read.
type wanted struct {
	place
	hit *Hit
}

// readTexts reads the texts around hits, opening each session once. If a session cannot be read, its hits have no
// context.
func (s *Searcher) readTexts(ctx context.Context, q Query, hits []wanted) error {
	bySession := map[string][]wanted{}
	for _, w := range hits {
		key := w.hit.Session.CLI + "\x00" + w.hit.Session.Path + "\x00" + w.hit.Session.ID
		bySession[key] = append(bySession[key], w)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for _, all := range bySession {
		group.Go(func() error {
			s.readSession(ctx, q, all)
			return ctx.Err()
		})
	}
	return group.Wait()
}

// readSession reads the texts of hits in one session: by their positions if the reader supports that, otherwise from
// the beginning.
func (s *Searcher) readSession(ctx context.Context, q Query, hits []wanted) {
	session := hits[0].hit.Session
	r, ok := s.reader(session.CLI)
	if !ok {
		return
	}
	location := adapter.Location{Path: session.Path, ID: session.ID}
	var rest []wanted
	for _, w := range hits {
		if seeker, ok := r.(readers.Seeker); ok && w.child == 0 {
			entries, err := seeker.At(ctx, location, w.Position)
			if err == nil && w.take(q, entries) {
				continue
			}
		}
		rest = append(rest, w)
	}
	if len(rest) == 0 {
		return
	}
	stream, err := r.Open(ctx, location)
	if err != nil {
		return
	}
	number := 0
	walk(stream, &number, func(child int, s timeline.Stream) error { return findIn(ctx, q, child, s, rest) })
}

// walk calls do for a session and those of its sub-agents, depth first, with their numbers.
func walk(s timeline.Stream, number *int, do func(child int, s timeline.Stream) error) error {
	if err := do(*number, s); err != nil {
		return err
	}
	for _, child := range s.Children {
		*number++
		if err := walk(child, number, do); err != nil {
			return err
		}
	}
	return nil
}

// findIn searches one stream for hits.
func findIn(ctx context.Context, q Query, child int, s timeline.Stream, hits []wanted) error {
	byLine := map[int][]wanted{}
	for _, w := range hits {
		if w.child == child {
			byLine[w.Line] = append(byLine[w.Line], w)
		}
	}
	if len(byLine) == 0 {
		return nil
	}
	left := len(byLine)
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if e.Native == nil {
			return nil
		}
		for _, w := range byLine[e.Native.Line] {
			if w.hit.Context == nil && w.take(q, []*timeline.Entry{e}) {
				left--
			}
		}
		if left == 0 {
			return errFound
		}
		return nil
	})
	if errors.Is(err, errFound) {
		return nil
	}
	return err
}

// errFound ends a search in which everything was found.
var errFound = errors.New("found")

// take stores the text around the hit, if the entries contain it.
func (w wanted) take(q Query, entries []*timeline.Entry) bool {
	var splitter piece.Splitter
	for _, e := range entries {
		for _, p := range splitter.Split(e) {
			if p.Kind != w.kind || !q.hasWords(p) {
				continue
			}
			w.hit.Context, w.hit.Entry = q.around(p), e.ID
			w.hit.Time, _ = time.Parse(time.RFC3339Nano, e.Timestamp)
			return true
		}
	}
	return false
}

// around returns the text around the hit in a piece, or the piece's beginning if the query has no words.
func (q Query) around(p piece.Piece) []Span {
	for _, text := range []string{p.Body, p.Path} {
		if parts, ok := q.excerpt(text); ok {
			return parts
		}
	}
	text := p.Body
	if text == "" {
		text = p.Path
	}
	_, end := window(text, []match{{}})
	return []Span{{Text: text[:end]}}
}
