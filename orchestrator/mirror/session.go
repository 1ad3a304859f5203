package mirror

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"stead/forks"
	"stead/inject/policy"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// grow adds what is new to the present mirror, up to the entry with the given place. It is noted before, so that what a killed stead has written
// is known for its own. Errors: those of [injection.Target.Extend].
func (m *Mirror) grow(ctx context.Context, present runs.Mirror, news timeline.Stream, last int) error {
	chosen, err := m.choose(ctx, news)
	if err != nil {
		return err
	}
	present.Writing = last
	if err := m.keepMirror(present); err != nil {
		return err
	}
	target, options := m.options.Writing(ctx, news.Header.Project.Path)
	receipt, err := target.Extend(ctx, present.Fingerprint, chosen.Stream.Entries, options)
	if err != nil {
		return err
	}
	m.alarmed = ""
	return m.note(ctx, receipt, runs.Mirror{Source: present.Source, Entries: last, Since: present.Since}, 1)
}

// create makes a new mirror of the whole run, up to the entry with the given place.
func (m *Mirror) create(ctx context.Context, all timeline.Stream, last int) error {
	chosen, err := m.choose(ctx, all)
	if err != nil {
		return err
	}
	target, options := m.options.Writing(ctx, all.Header.Project.Path)
	receipt, err := target.Deliver(ctx, chosen, options)
	if err != nil {
		return err
	}
	m.alarmed = ""
	m.options.Note("the run is mirrored in " + receipt.CLI + ":" + receipt.ID)
	m.enter(forks.Node{
		Session: receipt.CLI + ":" + receipt.ID, Path: receipt.Path, Parent: m.record.Current().To.Reference(), Kind: forks.Mirror,
		Dir: receipt.Dir, Time: m.options.Sources.Host.Now().UTC(),
	})
	return m.note(ctx, receipt, runs.Mirror{Entries: last, Since: receipt.Lines}, 0)
}

// choose lays the policies over what goes home. Nothing is cut: the CLI itself knows what to do with a session that is too long.
func (m *Mirror) choose(ctx context.Context, s timeline.Stream) (policy.Selection, error) {
	return policy.Select(ctx, s, m.options.Home.Driver.Info(), m.options.Policies)
}

// note keeps in the run's record the mirror that was written, in the place of so many of those that there are.
func (m *Mirror) note(ctx context.Context, r writers.Receipt, written runs.Mirror, replaces int) (err error) {
	written.Session, written.Lines = runs.Session{CLI: r.CLI, ID: r.ID, Path: r.Path}, r.Lines
	if written.Fingerprint, err = writers.FingerprintOf(ctx, m.options.Home.Writer, written.Location()); err != nil {
		return err
	}
	return m.record.Update(func(run *runs.Run) {
		left := len(run.Mirrors) - replaces
		run.Mirrors = append(slices.Clone(run.Mirrors[:left]), written)
	})
}

// adopt notes what the mirror's CLI has written into it without a word being said, as Codex does when it opens a session: it stays.
func (m *Mirror) adopt(present runs.Mirror, theirs gained) error {
	if theirs.fingerprint == present.Fingerprint || theirs.side.Busy {
		return nil
	}
	present.Fingerprint, present.Lines = theirs.fingerprint, theirs.lines
	return m.keepMirror(present)
}

// keepMirror notes what the present mirror is now.
func (m *Mirror) keepMirror(present runs.Mirror) error {
	return m.record.Update(func(r *runs.Run) { r.Mirrors = withLast(r.Mirrors, present) })
}

func withLast(all []runs.Mirror, present runs.Mirror) []runs.Mirror {
	return append(slices.Clone(all[:len(all)-1]), present)
}

// told is a part of the run's timeline as the source's CLI is told it. What was said in a mirror that was parted from stays there.
func (m *Mirror) told(s timeline.Stream, run runs.Run) timeline.Stream {
	return history.Told(s, run, run.Home())
}

// give adds what the run has gained to the mirror. One that cannot be added to is left, and another takes its place.
func (m *Mirror) give(ctx context.Context, present runs.Mirror, theirs gained, ours progress, at moment) error {
	run := m.record.Current()
	present.Fingerprint, present.Lines = theirs.fingerprint, theirs.lines
	news := m.told(history.Between(ours.journal, run, present.Entries, ours.last), run)
	leaves, err := m.leaves(m.grow(ctx, present, news, ours.last), present, at.last)
	if !leaves {
		return err
	}
	return m.create(ctx, m.told(history.Until(ours.journal, run, ours.last), run), ours.last)
}

// leaves reports whether what came of adding to the present mirror means that another takes its place, and says so.
func (m *Mirror) leaves(err error, present runs.Mirror, finally bool) (bool, error) {
	switch {
	case errors.Is(err, writers.ErrChanged):
		m.alarm("%s was changed: it stays as it is, and the run is mirrored in a session of its own", present.Reference())
	case errors.Is(err, writers.ErrRewritten) && !present.Source && !finally:
		m.alarm("%s cannot be added to: the run is mirrored anew when it ends", present.Reference())
		return false, nil
	case errors.Is(err, writers.ErrRewritten):
		m.alarm("%s is left as it is: %v", present.Reference(), err)
	default:
		return false, err
	}
	return true, nil
}

// enter notes which session was made. One that was made is not unmade because that cannot be noted.
func (m *Mirror) enter(n forks.Node) {
	if err := m.options.Lineage.Append(n); err != nil {
		m.options.Note(fmt.Sprintf("`stead fork tree` will not know %s: %v", n.Session, err))
	}
}
