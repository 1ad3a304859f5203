package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"stead/timeline/store"
)

// match finds where the hub's line and the journal agree, mends what one of them has lost, and claims the epoch where its message is missing.
func (p *Publisher) match(ctx context.Context) error {
	last, err := p.o.last(ctx)
	if errors.Is(err, errNone) {
		p.line = newLine() // a new run, or the hub was wiped
		return p.claim(ctx)
	}
	if err != nil {
		return err
	}
	if last.place.Epoch > p.epoch {
		return &FencedError{Run: p.o.Run, Ours: p.epoch, Epoch: last.place.Epoch}
	}
	if last.seq != p.line.seq || last.end() != p.line.end {
		if err := p.meet(ctx, last); err != nil {
			return err
		}
	}
	if last.place.Epoch < p.epoch {
		return p.claim(ctx)
	}
	return nil
}

// meet finds the hub's line in the journal. When it is not its beginning, one of them has lost its tail, or they are two lines.
func (p *Publisher) meet(ctx context.Context, last span) error {
	key, err := p.o.key(ctx, last.place.Epoch)
	if err != nil {
		return fmt.Errorf("open the last message of run %s: %w", p.o.Run, err)
	}
	c, err := last.open(key)
	if err != nil {
		return err
	}
	if last.place.Kind != forkKind { // after a fork nothing of the line is there yet
		known, ok, err := p.local.matches(last.end(), c.sum)
		if err != nil {
			return err
		}
		if ok {
			p.line = known
			p.line.seq, p.line.epoch = last.seq, last.place.Epoch
			return nil
		}
		return p.mend(ctx, last)
	}
	p.line = newLine()
	p.line.seq, p.line.epoch = last.seq, last.place.Epoch
	return nil
}

// mend gets the hub's line, and takes it over when the journal is its beginning. Else it stays beside the journal, and the journal's line follows it at the hub.
func (p *Publisher) mend(ctx context.Context, last span) error {
	file, err := p.fetch(ctx, last.seq)
	if err != nil {
		return err
	}
	defer file.Cleanup() //nolint:errcheck // after the replacement there is nothing to clean up
	isAlive, isBroken := p.o.Alive != nil && p.o.Alive(), false
	if !isAlive {
		err := repair(p.o.Journal)
		if isBroken = errors.Is(err, store.ErrNoJournal); err != nil && !isBroken {
			return err
		}
	}
	common, isAll, err := p.local.common(file.File)
	if err != nil {
		return err
	}
	if isBroken && !isAll { // not even its first line is whole
		if err := p.keepOwn(p.epoch, last.seq); err != nil {
			return err
		}
	}
	if isBroken || isAll && !isAlive {
		return p.takeBack(ctx, file, last)
	}
	if err := p.keepBeside(file, last); err != nil {
		return err
	}
	return p.fork(ctx, common, last)
}

// takeBack puts the hub's line in the journal's place. Of an entry that came to the hub in parts, and not all of them, nothing is taken: whoever opens the journal would
// cut it. The journal's line follows the hub's then.
func (p *Publisher) takeBack(ctx context.Context, file *renameio.PendingFile, last span) error {
	size, isCut, err := cutLine(file.File)
	if err != nil {
		return fmt.Errorf("take the journal of run %s back from the hub: %w", p.o.Run, err)
	}
	p.local = local{path: p.o.Journal}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("take the journal of run %s back from the hub: %w", p.o.Run, err)
	}
	if isCut {
		return p.fork(ctx, size, last)
	}
	return errMoved // look again: it matches now
}

// fetch writes the hub's line, up to a message, into a file beside the journal that has no name yet.
func (p *Publisher) fetch(ctx context.Context, until uint64) (file *renameio.PendingFile, err error) {
	if err := os.MkdirAll(filepath.Dir(p.o.Journal), 0o700); err != nil {
		return nil, err
	}
	if file, err = renameio.NewPendingFile(p.o.Journal, renameio.WithPermissions(0o600)); err != nil {
		return nil, err
	}
	if err := p.o.copy(ctx, file.File, until); err != nil {
		return nil, errors.Join(err, file.Cleanup())
	}
	return file, nil
}

// repair moves what a crash has left at the journal's end aside, so that it is not taken for a line of its own.
func repair(journal string) error {
	j, _, err := store.Reopen(journal)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return j.Close()
}

// keepBeside keeps the hub's line in a journal of its own: timeline.EPOCH-SEQUENCE.jsonl.
func (p *Publisher) keepBeside(file *renameio.PendingFile, last span) error {
	path := filepath.Join(filepath.Dir(p.o.Journal), fmt.Sprintf("timeline.%d-%d.jsonl", last.place.Epoch, last.seq))
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("keep the hub's line of run %s: %w", p.o.Run, err)
	}
	if p.o.Branched != nil {
		p.o.Branched(path)
	}
	return nil
}

// fork has the journal's line follow the hub's.
func (p *Publisher) fork(ctx context.Context, common int64, last span) error {
	m, err := p.message(forkKind, 0, fork(common))
	if err != nil {
		return err
	}
	seq, err := p.o.put(ctx, m, last.seq)
	if err != nil {
		return err
	}
	p.line = newLine()
	p.line.seq, p.line.epoch = seq, p.epoch
	return nil
}
