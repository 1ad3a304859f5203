package mirror

import (
	"context"
	"errors"
	"time"

	"stead/adapters/adapter"
	"stead/orchestrator/history"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// gained is what the user has added to a mirror in its own CLI.
type gained struct {
	side   Side
	header timeline.Header
	// entries are all entries that its CLI has written, lines the number of its last record.
	entries []*timeline.Entry
	lines   int
	// turn is the last sign of a turn in its records.
	turn readers.Turn
	// fingerprint is the mirror's fingerprint when it was read.
	fingerprint writers.Fingerprint
	// isAtWork says that its records show an unfinished turn, so nothing changes until there are more records.
	isAtWork bool
	// pid is the process that has it open. 0 if none is visible.
	pid int
}

// turns counts its prompts.
func (g gained) turns() (count int) {
	for _, e := range g.entries {
		if e.StartsTurn() {
			count++
		}
	}
	return count
}

// reading finds out what a mirror has gained.
type reading struct{ pair *pair }

// read returns the present mirror, and what it has gained since stead last wrote into it. The mirror has no id if there
// is none yet.
func (r reading) read(ctx context.Context, at moment) (present runs.Mirror, theirs gained, err error) {
	run := r.pair.record.Current()
	present, _ = run.Mirror()
	if theirs, err = r.gained(ctx, present, at); err == nil {
		err = r.recognize(ctx, run, &present, &theirs)
	}
	return present, theirs, err
}

// gained returns what the mirror has gained. A missing mirror has gained nothing; the next attempt to extend it reports
// that.
func (r reading) gained(ctx context.Context, present runs.Mirror, at moment) (g gained, err error) {
	g.lines, g.fingerprint = present.Lines, present.Fingerprint
	if present.ID == "" {
		return g, nil
	}
	home := r.pair.options.Home
	now, err := writers.FingerprintOf(ctx, home.Writer, present.Location())
	if err == nil && now != present.Fingerprint {
		if at.rest != nil {
			now = r.settled(ctx, present, now)
		}
		g.fingerprint = now
		err = r.readChanged(ctx, present, &g)
	} else {
		err = nil
	}
	if pid, open := workerOf(home, r.pair.options.Sources.Host, present); open {
		g.pid = pid
		g.side.Busy = g.side.Busy || g.side.Said == 0
	}
	return g, err
}

// settled waits until nothing has changed in the mirror for a while, at most twice as long, because records of a turn
// that has just ended may still follow.
func (r reading) settled(ctx context.Context, present runs.Mirror, now writers.Fingerprint) writers.Fingerprint {
	for range 2 {
		if !r.isFresh(present) {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(quiet):
		}
		if later, err := writers.FingerprintOf(ctx, r.pair.options.Home.Writer, present.Location()); err == nil {
			now = later
		}
	}
	return now
}

// isFresh reports whether the mirror has changed so recently that its CLI may still be writing.
func (r reading) isFresh(present runs.Mirror) bool {
	return r.pair.options.Sources.Host.Now().Sub(lastChange(present.Path)) < quiet
}

// readChanged reads the entries after the records that stead knows.
func (r reading) readChanged(ctx context.Context, present runs.Mirror, g *gained) (err error) {
	if g.turn, err = r.turnOf(ctx, present); err != nil {
		return err
	}
	session, err := r.pair.options.Home.Reader.Open(ctx, present.Location())
	if errors.Is(err, adapter.ErrEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	g.header = session.Header
	last := 0
	for e, err := range session.Entries {
		if err != nil {
			return err
		}
		if e.Native != nil {
			last = max(last, e.Native.Line)
		}
		if n := e.Native; n != nil && n.Line > present.Lines {
			g.lines = max(g.lines, n.Line)
			g.entries = append(g.entries, history.Belonging(e.Clone(), present.Session))
		}
	}
	belongs, err := history.EndsAt(session, present.Lines)
	if err != nil {
		return err
	}
	g.measure()
	g.side.Back = !belongs || last < present.Lines // an earlier state of the file was restored
	g.side.Busy = g.side.Busy || r.isFresh(present)
	return nil
}

// measure classifies the entries. The CLI's own records show the state of the last turn.
func (g *gained) measure() {
	var talk history.Talk
	for _, e := range g.entries {
		talk.See(e)
	}
	g.side.Said = talk.Said
	g.isAtWork = talk.HasOpenCalls() || g.turn == readers.TurnStarted || g.turn == "" && !talk.IsSettled()
	g.side.Busy = g.isAtWork
}

// turnOf returns the last sign of a turn in the mirror, if its reader reports it.
func (r reading) turnOf(ctx context.Context, present runs.Mirror) (readers.Turn, error) {
	tailer, ok := r.pair.options.Home.Reader.(readers.Tailer)
	if !ok {
		return "", nil
	}
	tail, err := tailer.Tail(ctx, present.Location())
	if err != nil {
		return "", err
	}
	if reporter, ok := tail.(readers.TurnReporter); ok {
		return reporter.LastTurn(), nil
	}
	return "", nil
}

// recognize removes the entries that stead itself wrote into the mirror before it was killed and could record them.
func (r reading) recognize(ctx context.Context, run runs.Run, present *runs.Mirror, theirs *gained) error {
	if present.Writing <= present.Entries || len(theirs.entries) == 0 {
		return nil
	}
	journal, err := r.pair.options.Sources.Journal(ctx, run.ID)
	if err != nil {
		return err
	}
	ours := progress{run: run, journal: journal, last: present.Writing}
	chosen, err := giving(r).chooseNews(ctx, ours, ours.between(present.Entries))
	if err != nil {
		return err
	}
	var sent []*timeline.Entry
	if err := chosen.Stream.Each(ctx, func(e *timeline.Entry) error {
		sent = append(sent, e.Clone())
		return nil
	}); err != nil {
		return err
	}
	own := Echo(theirs.entries, sent)
	if own == 0 {
		return nil
	}
	present.Entries, present.Writing, present.Lines = present.Writing, 0, theirs.entries[own-1].Native.Line
	theirs.entries = theirs.entries[own:]
	for len(theirs.entries) > 0 && !theirs.entries[0].Active() {
		present.Lines, theirs.entries = theirs.entries[0].Native.Line, theirs.entries[1:]
	}
	theirs.measure()
	return r.pair.keepMirror(*present)
}
