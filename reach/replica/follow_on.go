package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// followOn makes the journal what the hub has when another machine has owned the run since this one did, and has written another line: that is the run's, and
// this machine's stays beside the journal. It comes before this machine has a key of the new epoch: by its keys it knows when it was the owner.
func (p *Publisher) followOn(ctx context.Context, epoch uint64) error {
	if p.o.Alive != nil && p.o.Alive() {
		return nil
	}
	last, err := p.o.last(ctx)
	if errors.Is(err, errNone) {
		return nil
	}
	if err != nil || last.place.Epoch >= epoch {
		return err
	}
	made, err := p.o.Keys.Made()
	if err != nil || last.place.Epoch <= made[p.o.Run] {
		return err
	}
	goesOn, err := p.goesOn(ctx, last)
	if err != nil || goesOn {
		return err
	}
	return p.replace(ctx, last, made[p.o.Run])
}

// goesOn reports whether the journal begins with all that the hub has.
func (p *Publisher) goesOn(ctx context.Context, last span) (bool, error) {
	if last.place.Kind == forkKind {
		return false, nil // nothing of the line is there yet
	}
	key, err := p.o.key(ctx, last.place.Epoch)
	if err != nil {
		return false, fmt.Errorf("open the last message of run %s: %w", p.o.Run, err)
	}
	c, err := last.open(key)
	if err != nil {
		return false, err
	}
	_, goesOn, err := p.local.matches(last.end(), c.sum)
	return goesOn, err
}

// replace puts the hub's line in the journal's place. A journal that was more than its beginning stays beside it.
func (p *Publisher) replace(ctx context.Context, last span, ours uint64) error {
	file, err := p.fetch(ctx, last.seq)
	if err != nil {
		return err
	}
	defer file.Cleanup() //nolint:errcheck // after the replacement there is nothing to clean up
	_, isAll, err := p.local.common(file.File)
	if err != nil {
		return err
	}
	if !isAll {
		if err := p.keepOwn(ours, last.seq); err != nil {
			return err
		}
	}
	p.local = local{path: p.o.Journal}
	if _, _, err = cutLine(file.File); err == nil { // see takeBack
		err = file.CloseAtomicallyReplace()
	}
	if err != nil {
		return fmt.Errorf("take the journal of run %s from the hub: %w", p.o.Run, err)
	}
	return nil
}

// keepOwn keeps the journal beside itself: timeline.EPOCH-SEQUENCE.jsonl, of the epoch in which this machine was the owner.
func (p *Publisher) keepOwn(ours, seq uint64) error {
	path := filepath.Join(filepath.Dir(p.o.Journal), fmt.Sprintf("timeline.%d-%d.jsonl", ours, seq))
	if err := os.Link(p.o.Journal, path); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("keep what run %s has here alone: %w", p.o.Run, err)
	}
	if p.o.Branched != nil {
		p.o.Branched(path)
	}
	return nil
}
