package mirror

import (
	"context"
	"errors"
	"time"

	"stead/adapters/adapter"
	"stead/orchestrator/history"
	"stead/orchestrator/reconcile"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// gained is what the user has added to a mirror in its own CLI.
type gained struct {
	side   reconcile.Side
	header timeline.Header
	// entries are all that its CLI has written, lines the number of its last record.
	entries []*timeline.Entry
	lines   int
	// turn is the last sign of one in its records.
	turn readers.Turn
	// fingerprint is what the mirror was when it was read.
	fingerprint writers.Fingerprint
	// isAtWork says that its records show a turn that is not over: nothing changes until there are more.
	isAtWork bool
	// pid is the process that has it open. 0 when none shows.
	pid int
}

// turns counts the prompts in it.
func (g gained) turns() (count int) {
	for _, e := range g.entries {
		if e.StartsTurn() {
			count++
		}
	}
	return count
}

// read says what the mirror has gained since stead last wrote into it. One that is gone has gained nothing: that is found out when it is to be
// added to.
func (m *Mirror) read(ctx context.Context, present runs.Mirror, at moment) (g gained, err error) {
	g.lines, g.fingerprint = present.Lines, present.Fingerprint
	if present.ID == "" {
		return g, nil
	}
	now, err := writers.FingerprintOf(ctx, m.options.Home.Writer, present.Location())
	if err == nil && now != present.Fingerprint {
		if at.rest != nil {
			now = m.settled(ctx, present, now)
		}
		g.fingerprint = now
		err = m.readChanged(ctx, present, &g)
	} else {
		err = nil
	}
	if pid, open := workerOf(m.options.Home, m.options.Sources.Host, present); open {
		g.pid = pid
		g.side.Busy = g.side.Busy || g.side.Said == 0
	}
	return g, err
}

// settled waits until nothing has changed in the mirror for a while, at most twice as long: a turn that has just ended may still be noted.
func (m *Mirror) settled(ctx context.Context, present runs.Mirror, now writers.Fingerprint) writers.Fingerprint {
	for range 2 {
		if !m.isFresh(present) {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(quiet):
		}
		if later, err := writers.FingerprintOf(ctx, m.options.Home.Writer, present.Location()); err == nil {
			now = later
		}
	}
	return now
}

// isFresh reports whether the mirror has changed so lately that its CLI may still be writing.
func (m *Mirror) isFresh(present runs.Mirror) bool {
	return m.options.Sources.Host.Now().Sub(lastChange(present.Path)) < quiet
}

// readChanged reads what follows the records that stead knows.
func (m *Mirror) readChanged(ctx context.Context, present runs.Mirror, g *gained) (err error) {
	if g.turn, err = m.turnOf(ctx, present); err != nil {
		return err
	}
	session, err := m.options.Home.Reader.Open(ctx, present.Location())
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
	g.side.Back = !belongs || last < present.Lines // somebody has put back an earlier state of it
	g.side.Busy = g.side.Busy || m.isFresh(present)
	return nil
}

// measure says what the entries are, of which the CLI's own records tell how the last turn stands.
func (g *gained) measure() {
	var talk reconcile.Talk
	for _, e := range g.entries {
		talk.See(e)
	}
	g.side.Said = talk.Said
	g.isAtWork = talk.HasOpenCalls() || g.turn == readers.TurnStarted || g.turn == "" && !talk.IsSettled()
	g.side.Busy = g.isAtWork
}

// turnOf returns the last sign of a turn in the mirror, where its reader tells it.
func (m *Mirror) turnOf(ctx context.Context, present runs.Mirror) (readers.Turn, error) {
	tailer, ok := m.options.Home.Reader.(readers.Tailer)
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
