package orchestrator

import (
	"context"
	"fmt"
	"strings"

	"stead/capture"
	"stead/readers"
	"stead/timeline"
	"stead/timeline/store"
)

// follow brings what the CLI adds to its session into the journal.
func (s *supervision) follow(ctx context.Context) error {
	if s.tail == nil {
		<-ctx.Done()
		return nil
	}
	return capture.Follow(ctx, s.tail, capture.Poll, s.progress)
}

// progress takes what came. That the session's own store grows is the proof that no CLI can fail to give.
func (s *supervision) progress(p readers.Progress) error {
	s.proof.Saw(s.receipt.ID)
	if p.Turn != "" {
		s.turn = p.Turn
	}
	for i, e := range p.Entries {
		p.Entries[i] = belongingTo(e, s.run.To)
	}
	if err := s.journal.Append(p.Entries...); err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", s.run.ID, err)
	}
	for _, e := range p.Entries {
		s.count(e)
	}
	return nil
}

// show tells the observer of each entry that appears in the live view. It waits on the view's watch channels, as any other
// reader of it does, so an entry is seen as soon as it is in the journal, and never before.
func (s *supervision) show(ctx context.Context) error {
	for next := uint64(1); ; {
		ended := ctx.Err() != nil
		watch := store.NewWatchSet()
		for row := range s.o.Live.Snapshot().Entries(watch, s.run.ID, next) {
			e, err := s.journal.Read(row)
			if err != nil {
				return err
			}
			s.seen.Entry(e)
			next = row.Sequence + 1
		}
		if ended {
			return nil
		}
		_ = watch.WatchCtx(ctx) // whether changed or ended: there may be more
	}
}

// count keeps what the run's record tells of its entries.
func (s *supervision) count(e *timeline.Entry) {
	if e.Usage != nil {
		s.run.Usage = s.run.Usage.Add(*e.Usage)
	}
	if e.Type == timeline.Assistant && e.Active() && !e.Content.IsBlank() {
		s.run.FinalText = strings.TrimRight(e.Content.String(), "\n")
	}
}
