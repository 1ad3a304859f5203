package mirror

import (
	"context"
	"errors"
	"fmt"

	"stead/inject/policy"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// taking brings the mirror's new turns into the run.
type taking struct{ pair *pair }

// take adds the mirror's new turns to the run's own session while no CLI has it open. Errors: writers.ErrRewritten and
// writers.ErrChanged if nothing can be added; nothing has changed then.
func (t taking) take(ctx context.Context, own *Rest, present runs.Mirror, theirs gained) error {
	err := t.into(ctx, own, present, theirs)
	if errors.Is(err, writers.ErrRewritten) || errors.Is(err, writers.ErrChanged) {
		return err
	}
	if err != nil {
		return fmt.Errorf("bring the new turns of %s into the run: %w", present.Reference(), err)
	}
	t.pair.tell("%s was continued, and %s", present.Reference(), arrived(theirs.turns()))
	return nil
}

func arrived(turns int) string {
	if turns == 1 {
		return "1 turn of it is now in this run"
	}
	return fmt.Sprintf("%d turns of it are now in this run", turns)
}

// into adds the mirror's entries to the run's own session and then to its journal. It records this in advance, so that
// after a kill stead recognizes what it has written itself.
func (t taking) into(ctx context.Context, own *Rest, present runs.Mirror, theirs gained) error {
	was, err := writers.FingerprintOf(ctx, own.Writer, own.At)
	if err != nil {
		return err
	}
	whole, err := t.pair.options.Home.Reader.Open(ctx, present.Location())
	if err != nil {
		return err
	}
	policies, err := own.Policies.Knowing(ctx, whole, own.Driver.Info())
	if err != nil {
		return err
	}
	chosen, err := policy.Select(ctx, timeline.Stream{Header: theirs.header, Entries: timeline.Of(theirs.entries...)},
		own.Driver.Info(), policies)
	if err != nil {
		return err
	}
	if err := t.pair.record.Update(func(r *runs.Run) {
		r.Taking = &runs.Taking{Lines: theirs.lines,
			Fingerprint: was}
	}); err != nil {
		return err
	}
	options := own.Options
	options.Now = t.pair.options.Sources.Host.Now()
	receipt, err := own.Target.Extend(ctx, was, chosen.Stream.Entries, options)
	if err != nil {
		return errors.Join(err, t.pair.record.Update(func(r *runs.Run) { r.Taking = nil }))
	}
	return t.taken(ctx, present, theirs, receipt.Lines)
}

// taken stores the mirror's entries in the journal and records that both sides are in step. Lines is the current number
// of records of the run's own session.
func (t taking) taken(ctx context.Context, present runs.Mirror, theirs gained, lines int) error {
	whole, err := t.keepEntries(ctx, present, theirs.entries)
	if err != nil {
		return err
	}
	present.Entries, present.Lines, present.Fingerprint, t.pair.alarmed = whole, theirs.lines, theirs.fingerprint, ""
	return t.pair.record.Update(func(r *runs.Run) {
		r.Lines, r.Taking = lines, nil
		r.Mirrors = withLast(r.Mirrors, present)
	})
}

// keepEntries appends those of a mirror's entries to the journal that it does not hold yet. It returns how many entries
// were added to the run in total.
func (t taking) keepEntries(ctx context.Context, present runs.Mirror, all []*timeline.Entry) (whole int, err error) {
	run := t.pair.record.Current()
	journal, err := t.pair.options.Sources.Journal(ctx, run.ID)
	if err != nil {
		return 0, err
	}
	missing, err := history.Unkept(journal, present.Session, t.pair.options.Home.Reader.Info(), all)
	if err != nil {
		return 0, err
	}
	if err := t.pair.journal.Append(missing...); err != nil {
		return 0, fmt.Errorf("save the new turns of %s in the journal of run %s: %w", present.Reference(), run.ID, err)
	}
	whole, _, err = history.Count(journal, run)
	return whole + len(missing), err
}

// branched returns the entries of a mirror as a branch of the run's timeline.
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
