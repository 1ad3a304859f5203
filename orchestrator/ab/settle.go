package ab

import (
	"context"
	"errors"
	"fmt"

	"stead/forks/worktree"
)

// Settled is a pick that was cut off, and its outcome.
type Settled struct {
	Begun
	worktree.Outcome
}

// Settle finishes or undoes the picks whose process was killed: those for which concerns returns true, or all if
// concerns is nil. A pick that was complete is recorded as picked. Nothing that the user has changed is touched. It
// returns what it has done even together with an error.
func (f Folder) Settle(ctx context.Context, concerns func(Begun) bool) ([]Settled, error) {
	notes, err := f.cutOff(ctx)
	var all []Settled
	for _, b := range notes {
		if concerns == nil || concerns(*b) {
			outcome, failure := f.settle(ctx, b)
			if failure == nil {
				all = append(all, Settled{*b, outcome})
			}
			err = errors.Join(err, failure)
		}
		b.close()
	}
	return all, err
}

// settleFailed settles a pick that has failed in this process, if it had begun.
func (f Folder) settleFailed(ctx context.Context, b *Begun) error {
	if !b.isWritten {
		return nil
	}
	_, err := f.settle(context.WithoutCancel(ctx), b)
	return err
}

// settle settles one pick. It removes the note last: if it is cut off too, the next attempt starts again.
func (f Folder) settle(ctx context.Context, b *Begun) (worktree.Outcome, error) {
	outcome, err := b.Act.Settle(ctx)
	if errors.Is(err, worktree.ErrGone) {
		outcome, err = worktree.Outcome{Fate: worktree.Left}, nil
	}
	if err != nil {
		return outcome, fmt.Errorf("the pick of %s was cut off: %w", b.Name, err)
	}
	if outcome.Fate == worktree.Finished {
		if err := f.recordPicked(b); err != nil {
			return outcome, err
		}
	}
	return outcome, b.remove()
}

// recordPicked records the winner in the contest, unless that is done already.
func (f Folder) recordPicked(b *Begun) error {
	c, err := f.Load(b.Contest)
	if errors.Is(err, ErrNotFound) {
		return nil // its folder was removed
	}
	if err != nil || c.Picked != nil && c.Picked.Branch == "" {
		return err
	}
	c.Picked = &Picked{Name: b.Name, Commit: b.Act.Commit, At: b.At}
	return errors.Join(f.Save(c), f.Touch(c.ID))
}

// CutOff returns the picks that were cut off and are not settled yet.
func (f Folder) CutOff(ctx context.Context) ([]Begun, error) {
	notes, err := f.cutOff(ctx)
	all := make([]Begun, 0, len(notes))
	for _, b := range notes {
		all = append(all, *b)
		b.close()
	}
	return all, err
}
