package mirror

import (
	"context"
	"errors"

	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Complete finishes a step in which stead was killed while it brought the mirror's new turns into the run. If the step
// had not reached the session yet, nothing has happened, and the step starts again later. Lines is the last record of
// the run's own session if that was written to, and 0 otherwise.
func (m *Mirror) Complete(ctx context.Context, own Rest) (lines int, err error) {
	if m == nil {
		return 0, nil
	}
	t := taking{m.pair}
	run := t.pair.record.Current()
	present, ok := run.Mirror()
	if run.Taking == nil || !ok {
		return 0, nil
	}
	now, err := writers.FingerprintOf(ctx, own.Writer, own.At)
	if err != nil || now == run.Taking.Fingerprint {
		return 0, t.drop(err)
	}
	begun, err := t.begun(ctx, present, *run.Taking)
	if err != nil {
		return 0, t.drop(err)
	}
	if lines, err = LastRecord(ctx, own.Reader, own.At); err != nil {
		return 0, err
	}
	return lines, t.taken(ctx, present, begun, lines)
}

// begun returns the entries of the interrupted step.
func (t taking) begun(ctx context.Context, present runs.Mirror, taking runs.Taking) (taken gained, err error) {
	session, err := t.pair.options.Home.Reader.Open(ctx, present.Location())
	if err != nil {
		return taken, err
	}
	taken.lines = taking.Lines
	err = session.Each(ctx, func(e *timeline.Entry) error {
		if n := e.Native; n != nil && n.Line > present.Lines && n.Line <= taking.Lines {
			taken.entries = append(taken.entries, history.Belonging(e.Clone(), present.Session))
		}
		return nil
	})
	if err != nil {
		return taken, err
	}
	taken.fingerprint, err = writers.FingerprintOf(ctx, t.pair.options.Home.Writer, present.Location())
	return taken, err
}

// drop forgets the interrupted step.
func (t taking) drop(err error) error {
	return errors.Join(err, t.pair.record.Update(func(r *runs.Run) { r.Taking = nil }))
}
