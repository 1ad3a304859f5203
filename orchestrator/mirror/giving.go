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

// giving brings the run's new entries into the mirror.
type giving struct{ pair *pair }

// give adds the run's new entries to the mirror. If the mirror cannot be extended, it stays unchanged, and a new mirror
// takes its place. Finally says that the run ends.
func (g giving) give(ctx context.Context, present runs.Mirror, theirs gained, ours progress, finally bool) error {
	if left, err := history.Left(ours.journal, ours.run, present.Entries); err != nil {
		return err
	} else if left != present.Left {
		g.pair.alarm("the user went back: %s stays as it is, and the run is mirrored in a session of its own",
			present.Reference())
		return g.create(ctx, ours)
	}
	present.Fingerprint, present.Lines = theirs.fingerprint, theirs.lines
	leaves, err := g.leaves(g.grow(ctx, present, ours), present, finally)
	if !leaves {
		return err
	}
	return g.create(ctx, ours)
}

// grow adds the new entries to the present mirror. It records this in advance, so that after a kill stead recognizes
// what it has written itself. Errors: those of [injection.Target.Extend].
func (g giving) grow(ctx context.Context, present runs.Mirror, ours progress) error {
	news, last := ours.between(present.Entries), ours.last
	chosen, err := g.chooseNews(ctx, ours, news)
	if err != nil {
		return err
	}
	present.Writing = last
	if err := g.pair.keepMirror(present); err != nil {
		return err
	}
	target, options := g.pair.options.Writing(ctx, news.Header.Project.Path)
	receipt, err := target.Extend(ctx, present.Fingerprint, chosen.Stream.Entries, options)
	if err != nil {
		return err
	}
	g.pair.alarmed = ""
	written := runs.Mirror{Source: present.Source, Entries: last, Since: present.Since}
	if written.Left, err = history.Left(news, g.pair.record.Current(), last); err != nil {
		return err
	}
	written.Left += present.Left
	return g.note(ctx, receipt, written, 1)
}

// create makes a new mirror of the whole run, up to the last finished entry.
func (g giving) create(ctx context.Context, ours progress) error {
	all := ours.whole()
	// The session is not cut, because the CLI itself handles a session that is too long.
	chosen, err := policy.Select(ctx, all, g.pair.options.Home.Driver.Info(), g.pair.options.Policies)
	if err != nil {
		return err
	}
	target, options := g.pair.options.Writing(ctx, all.Header.Project.Path)
	receipt, err := target.Deliver(ctx, chosen, options)
	if err != nil {
		return err
	}
	g.pair.alarmed = ""
	g.pair.options.Note("the run is mirrored in " + receipt.CLI + ":" + receipt.ID)
	g.enter(forks.Node{
		Session: receipt.CLI + ":" + receipt.ID, Path: receipt.Path, Parent: g.pair.record.Current().To.Reference(),
		Kind: forks.Mirror,
		Dir:  receipt.Dir, Time: g.pair.options.Sources.Host.Now().UTC(),
	})
	left, err := history.Left(ours.journal, ours.run, ours.last)
	if err != nil {
		return err
	}
	return g.note(ctx, receipt, runs.Mirror{Entries: ours.last, Left: left, Since: receipt.Lines}, 0)
}

// chooseNews applies the policies to the new entries for the mirror.
func (g giving) chooseNews(ctx context.Context, ours progress, news timeline.Stream) (policy.Selection, error) {
	target := g.pair.options.Home.Driver.Info()
	policies, err := g.pair.options.Policies.Knowing(ctx, ours.whole(), target)
	if err != nil {
		return policy.Selection{}, err
	}
	return policy.Select(ctx, news, target, policies)
}

// note stores the written mirror in the run's record, in place of the given number of existing ones.
func (g giving) note(ctx context.Context, r writers.Receipt, written runs.Mirror, replaces int) (err error) {
	written.Session, written.Lines = runs.Session{CLI: r.CLI, ID: r.ID, Path: r.Path}, r.Lines
	if written.Fingerprint, err = writers.FingerprintOf(ctx, g.pair.options.Home.Writer, written.Location()); err != nil {
		return err
	}
	return g.pair.record.Update(func(run *runs.Run) {
		left := len(run.Mirrors) - replaces
		run.Mirrors = append(slices.Clone(run.Mirrors[:left]), written)
	})
}

// leaves reports whether the result of extending the present mirror means that another one takes its place, and tells
// the user.
func (g giving) leaves(err error, present runs.Mirror, finally bool) (bool, error) {
	switch {
	case errors.Is(err, writers.ErrChanged):
		g.pair.alarm("%s has changed: it stays as it is, and the run is mirrored in a session of its own",
			present.Reference())
	case errors.Is(err, writers.ErrRewritten) && !present.Source && !finally:
		g.pair.alarm("nothing can be added to %s: the run is mirrored again when it ends", present.Reference())
		return false, nil
	case errors.Is(err, writers.ErrRewritten):
		g.pair.alarm("%s is left as it is: %v", present.Reference(), err)
	default:
		return false, err
	}
	return true, nil
}

// enter records in the lineage which session was made. A failure to record it does not undo the session.
func (g giving) enter(n forks.Node) {
	if err := g.pair.options.Lineage.Append(n); err != nil {
		g.pair.options.Note(fmt.Sprintf("`stead fork tree` will not show %s: %v", n.Session, err))
	}
}
