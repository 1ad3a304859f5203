package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stead/capture"
	"stead/inject"
	"stead/orchestrator/history"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// follow brings what the CLI adds to its session into the journal.
func (s *supervision) follow(ctx context.Context) error {
	if s.isAwaited {
		if err := s.await(ctx); err != nil {
			return err
		}
	}
	if s.tail == nil {
		<-ctx.Done()
		return nil
	}
	return capture.Follow(ctx, s.tail, capture.Poll, s.progress)
}

// progress takes what came. That the session's own store grows is the proof that no CLI can fail to give.
func (s *supervision) progress(p readers.Progress) error {
	s.proof.Saw(s.receipt.ID)
	run := s.record.Current()
	p.Entries = slices.DeleteFunc(p.Entries, func(e *timeline.Entry) bool { return s.before.Has(e) })
	for i, e := range p.Entries {
		p.Entries[i] = s.markAgain(history.Belonging(e, run.To))
	}
	if err := s.journal.Append(p.Entries...); err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", run.ID, err)
	}
	s.hearRecords(p.Entries)
	if err := s.apply(records(p)); err != nil {
		return err
	}
	if p.Turn.Ended() {
		s.mirror.TurnEnded()
	}
	for _, e := range p.Entries {
		s.activity.Entry(e)
		if err := s.count(e); err != nil {
			return err
		}
	}
	return s.keepCounts(len(p.Entries) > 0)
}

// keepCounts keeps what was counted when no change of state will do that soon: a hook may tell the turn's end before its records are seen.
func (s *supervision) keepCounts(counted bool) error {
	if !counted || !s.record.Current().State.Waits() {
		return nil
	}
	return s.record.Update(func(*runs.Run) {})
}

// hearRecords hears each record once: it may have given several entries.
func (s *supervision) hearRecords(entries []*timeline.Entry) {
	last := -1
	for _, e := range entries {
		if e.Native != nil && (e.Native.Line != last || e.Native.Line == 0) {
			last = e.Native.Line
			s.hear(inject.Record, e.Native.Raw)
		}
	}
}

// markAgain hides the prompt with which stead made the CLI go on: in the timeline it was said before, or by nobody.
func (s *supervision) markAgain(e *timeline.Entry) *timeline.Entry {
	if s.again == nil || !e.StartsTurn() {
		return e
	}
	again := *s.again
	again.Entry = e.ID
	s.again = nil
	s.record.Count(func(r *runs.Run) {
		again.Session = r.To
		r.Again = append(r.Again, again)
	})
	hidden := *e
	hidden.Hidden = true
	return &hidden
}

// show tells the observer of each entry that appears in the live view.
func (s *supervision) show(ctx context.Context) error {
	return s.entries.Follow(context.WithoutCancel(ctx), ctx.Done(), func(l store.Line) error {
		e, err := l.Entry()
		if err == nil {
			s.seen.Entry(e)
		}
		return err
	})
}

// count keeps what the run's record tells of its entries, and ends the run when its budget is used up.
func (s *supervision) count(e *timeline.Entry) (err error) {
	isAnswer := e.Type == timeline.Assistant && e.Active() && !e.Hidden && !e.Content.IsBlank()
	s.record.Count(func(r *runs.Run) {
		s.meter.Add(e, r)
		if isAnswer {
			r.FinalText = strings.TrimRight(e.Content.String(), "\n")
		}
		err = s.request.Budget.check(*r, e)
	})
	if isAnswer && err == nil {
		err = s.apply(state.Answered{})
	}
	return err
}
