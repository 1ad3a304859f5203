package mirror

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/policy"
	"stead/orchestrator/history"
	"stead/orchestrator/reconcile"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// take brings what was said in the mirror into the run. A CLI that has the run's session open is ended before, which knows nothing of what comes
// into the file beside it.
func (m *Mirror) take(ctx context.Context, present runs.Mirror, theirs gained, at moment) error {
	if at.rest == nil {
		m.pending = true
		if w := m.worker.Load(); w != nil {
			(*w).MakeWay()
		}
		return nil
	}
	err := m.takeInto(ctx, at.rest, present, theirs)
	switch {
	case errors.Is(err, writers.ErrRewritten), errors.Is(err, writers.ErrChanged):
		m.alarm("what was said in %s cannot be brought into %s: %v", present.Reference(), at.rest.Target.Store.CLI, err)
		ours, err := m.measure(ctx, m.record.Current(), at)
		if err != nil {
			return err
		}
		return m.part(ctx, present, theirs, ours)
	case err != nil:
		return fmt.Errorf("bring what was said in %s into the run: %w", present.Reference(), err)
	}
	m.tell("%s was gone on with, and %s", present.Reference(), arrived(theirs.turns()))
	return nil
}

func arrived(turns int) string {
	if turns == 1 {
		return "1 turn of it is in this run now"
	}
	return fmt.Sprintf("%d turns of it are in this run now", turns)
}

// takeInto adds the mirror's entries to the run's own session and then to its journal. It is noted before, so that what a killed stead has
// written is known for its own.
func (m *Mirror) takeInto(ctx context.Context, own *Rest, present runs.Mirror, theirs gained) error {
	was, err := writers.FingerprintOf(ctx, own.Writer, own.At)
	if err != nil {
		return err
	}
	chosen, err := policy.Select(ctx, timeline.Stream{Header: theirs.header, Entries: timeline.Of(theirs.entries...)}, own.Driver.Info(), own.Policies)
	if err != nil {
		return err
	}
	if err := m.record.Update(func(r *runs.Run) { r.Taking = &runs.Taking{Lines: theirs.lines, Fingerprint: was} }); err != nil {
		return err
	}
	options := own.Options
	options.Now = m.options.Sources.Host.Now()
	receipt, err := own.Target.Extend(ctx, was, chosen.Stream.Entries, options)
	if err != nil {
		return errors.Join(err, m.record.Update(func(r *runs.Run) { r.Taking = nil }))
	}
	return m.taken(ctx, present, theirs, receipt.Lines)
}

// taken keeps the mirror's entries in the journal and notes that both sides hold the same. Lines are those of the run's own session now.
func (m *Mirror) taken(ctx context.Context, present runs.Mirror, theirs gained, lines int) error {
	whole, err := m.keepEntries(ctx, present, theirs.entries)
	if err != nil {
		return err
	}
	present.Entries, present.Lines, present.Fingerprint, m.alarmed = whole, theirs.lines, theirs.fingerprint, ""
	return m.record.Update(func(r *runs.Run) {
		r.Lines, r.Taking = lines, nil
		r.Mirrors = withLast(r.Mirrors, present)
	})
}

// keepEntries appends to the journal what it does not hold of a mirror's entries, and returns how many were added to the run then.
func (m *Mirror) keepEntries(ctx context.Context, present runs.Mirror, all []*timeline.Entry) (whole int, err error) {
	run := m.record.Current()
	journal, err := m.options.Sources.Journal(ctx, run.ID)
	if err != nil {
		return 0, err
	}
	missing, err := history.Unkept(journal, present.Session, all)
	if err != nil {
		return 0, err
	}
	if err := m.journal.Append(missing...); err != nil {
		return 0, fmt.Errorf("keep what was said in %s in the journal of run %s: %w", present.Reference(), run.ID, err)
	}
	whole, _, err = history.Count(journal, run)
	return whole + len(missing), err
}

// part keeps both sides as they are: what was said in the mirror becomes a branch of the run's timeline, and the run is mirrored in a session of
// its own.
func (m *Mirror) part(ctx context.Context, present runs.Mirror, theirs gained, ours progress) error {
	run := m.record.Current()
	if theirs.side.Said == 0 && !theirs.side.Back {
		m.alarm("%s is open in %s: it stays as it is, and the run is mirrored in a session of its own", present.Reference(), m.options.Home.Driver.Info().Title)
		return m.create(ctx, m.told(history.Until(ours.journal, run, ours.last), run), ours.last)
	}
	if _, err := m.keepEntries(ctx, present, branched(theirs.entries, present)); err != nil {
		return err
	}
	present.Parted = theirs.side.Said
	if err := m.keepMirror(present); err != nil {
		return err
	}
	run = m.record.Current()
	m.tell("the run and %[1]s have both gone on, and both are kept: the run goes on without what was said there. "+
		"To go on with that: stead run --from %[1]s --to %[2]s; to bring it into the run: stead fork merge %[1]s --into run:%[3]s --to %[2]s",
		present.Reference(), run.To.CLI, run.ID)
	if ours.last == 0 {
		return nil // there is nothing to mirror yet
	}
	return m.create(ctx, m.told(history.Until(ours.journal, run, ours.last), run), ours.last)
}

// branched are the entries of a mirror as a branch of the run's timeline.
func branched(all []*timeline.Entry, of runs.Mirror) []*timeline.Entry {
	branch := make([]*timeline.Entry, 0, len(all))
	for _, e := range all {
		if e.Branch == "" {
			e.Branch = of.Reference()
		}
		branch = append(branch, e)
	}
	return branch
}

// tell tells the user something that must be seen behind a CLI that has the screen, too.
func (m *Mirror) tell(format string, args ...any) {
	m.alarm(format, args...)
	m.word = m.alarmed
}

// recognize takes off what stead itself wrote into the mirror before it was killed, and could not note any more.
func (m *Mirror) recognize(ctx context.Context, run runs.Run, present *runs.Mirror, theirs *gained) error {
	if present.Writing <= present.Entries || len(theirs.entries) == 0 {
		return nil
	}
	journal, err := m.options.Sources.Journal(ctx, run.ID)
	if err != nil {
		return err
	}
	chosen, err := m.choose(ctx, m.told(history.Between(journal, run, present.Entries, present.Writing), run))
	if err != nil {
		return err
	}
	var sent []*timeline.Entry
	if err := chosen.Stream.Each(ctx, func(e *timeline.Entry) error { sent = append(sent, e.Clone()); return nil }); err != nil {
		return err
	}
	own := reconcile.Echo(theirs.entries, sent)
	if own == 0 {
		return nil
	}
	present.Entries, present.Writing, present.Lines = present.Writing, 0, theirs.entries[own-1].Native.Line
	theirs.entries = theirs.entries[own:]
	for len(theirs.entries) > 0 && !theirs.entries[0].Active() {
		present.Lines, theirs.entries = theirs.entries[0].Native.Line, theirs.entries[1:]
	}
	theirs.measure()
	return m.keepMirror(*present)
}
