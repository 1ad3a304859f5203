package orchestrator

import (
	"context"
	"slices"

	"stead/orchestrator/reconcile"
	"stead/runs"
	"stead/timeline"
)

// isAdded reports whether an entry of a run's journal came into it after its beginning: from one of the CLIs that the run went through, or
// from a mirror.
func isAdded(e *timeline.Entry, run runs.Run) bool {
	n := e.Native
	if n == nil || n.Session == "" {
		return false
	}
	return n.Session == run.To.ID || slices.ContainsFunc(run.Hops, func(h runs.Hop) bool { return n.Session == h.To.ID }) || isTaken(e, run)
}

// isTaken reports whether an entry of a run's journal was said in one of its mirrors.
func isTaken(e *timeline.Entry, run runs.Run) bool {
	n := e.Native
	return n != nil && slices.ContainsFunc(run.Mirrors, func(m runs.Mirror) bool { return n.Session == m.ID && n.Line > m.Since })
}

// isAgain reports whether an entry is a prompt with which stead made a CLI go on.
func isAgain(e *timeline.Entry, run runs.Run) bool {
	return slices.ContainsFunc(run.Again, func(a runs.Again) bool { return a.Entry == e.ID && a.Session.ID == e.Native.Session })
}

// added counts the entries that a run's CLIs have added, and those that were taken from its mirrors: all of them, and those up to where
// nothing is open: no call waits for its result, and no prompt for an answer.
func added(journal timeline.Stream, run runs.Run) (whole, settled int, err error) {
	var talk reconcile.Talk
	for e, err := range journal.Entries {
		if err != nil {
			return whole, settled, err
		}
		if !isAdded(e, run) {
			continue
		}
		whole++
		if isAgain(e, run) {
			talk.Again()
		}
		talk.See(e)
		if talk.IsSettled() {
			settled = whole
		}
	}
	return whole, settled, nil
}

// until returns the run's timeline up to the added entry that has the given place.
func until(journal timeline.Stream, run runs.Run, last int) timeline.Stream {
	return part(journal, run, 0, last)
}

// between returns only the added entries after one place up to another.
func between(journal timeline.Stream, run runs.Run, after, last int) timeline.Stream {
	return part(journal, run, after+1, last)
}

// part returns what lies between two places: what the run has continued lies at place 0.
func part(journal timeline.Stream, run runs.Run, first, last int) timeline.Stream {
	all := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		at := 0
		for e, err := range all {
			if err == nil && isAdded(e, run) {
				at++
			}
			if at > last {
				return
			}
			if (err != nil || at >= first) && !yield(e, err) {
				return
			}
		}
	}
	return journal
}

// progress is what the run has gained since its mirror was last the same.
type progress struct {
	side reconcile.Side
	// journal is the run's timeline, last the place of the last entry that the mirror shall hold.
	journal timeline.Stream
	last    int
}

// measure says what the run has gained: all of it at its end, before that what is finished.
func (m *mirror) measure(ctx context.Context, run runs.Run, at moment) (p progress, err error) {
	if run.To.CLI == run.Home() && len(run.Hops) == 0 {
		return p, nil // nothing has left the source's CLI yet
	}
	if p.journal, err = m.o.openJournal(ctx, run.ID); err != nil {
		return p, err
	}
	present, _ := run.Mirror()
	whole, settled, err := added(p.journal, run)
	if err != nil {
		return p, err
	}
	if p.last = max(settled, present.Entries); at.last {
		p.last = whole
	}
	p.side, err = reconcile.Measure(between(p.journal, run, present.Entries, p.last).Entries)
	p.side.Busy = settled < whole || at.rest == nil && !m.works.Load().isIdle()
	return p, err
}
