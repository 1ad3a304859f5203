package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/reach/seal"
	"stead/timeline/store"
)

// match finds where the hub's line and the journal agree, and mends what one of them has lost.
func (p *Publisher) match(ctx context.Context) error {
	last, err := p.source.last(ctx)
	if errors.Is(err, errNone) {
		p.line = newLine() // a new run, or the hub was wiped
		return p.ready(ctx)
	}
	if errors.Is(err, ErrDamaged) {
		return p.goOn(ctx, last)
	}
	if err != nil || last.seq == p.line.seq && last.end() == p.line.end {
		return err
	}
	err = p.meet(ctx, last)
	if errors.Is(err, ErrDamaged) || errors.Is(err, seal.ErrOpen) {
		return p.goOn(ctx, last)
	}
	return err
}

// goOn goes on behind what this machine has not published, or cannot open: where the hub's line is known it follows
// that, else all of it is published anew.
func (p *Publisher) goOn(ctx context.Context, last span) error {
	if p.line.seq > 0 && p.line.seq < last.seq {
		p.line.seq = last.seq
		return nil
	}
	return p.fork(ctx, last)
}

// meet finds the hub's line in the journal. When it is not its beginning, one of them has lost its tail, or they are
// two lines.
func (p *Publisher) meet(ctx context.Context, last span) error {
	c, err := p.source.open(ctx, last)
	if err != nil {
		return fmt.Errorf("open the last message of run %s: %w", p.o.Run, err)
	}
	if last.place.Kind == forkKind { // nothing of the line is there yet
		p.line = newLine()
		p.line.seq = last.seq
		return nil
	}
	known, ok, err := p.local.matches(last.end(), c.sum)
	if err != nil {
		return err
	}
	if ok {
		p.line = known
		p.line.seq = last.seq
		return nil
	}
	return p.mend(ctx, last)
}

// mend gets the hub's line, and takes it over when the journal is its beginning. Else it stays beside the journal, and
// the journal's line follows it at the hub.
func (p *Publisher) mend(ctx context.Context, last span) error {
	file, err := p.fetch(ctx, last.seq)
	if err != nil {
		return err
	}
	defer file.Discard() //nolint:errcheck // after the replacement there is nothing to clean up
	isAlive, isBroken := p.o.Alive != nil && p.o.Alive(), false
	if !isAlive {
		err := repair(p.o.Journal)
		if isBroken = errors.Is(err, store.ErrNoJournal); err != nil && !isBroken {
			return err
		}
	}
	isAll, err := p.local.begins(file.File)
	if err != nil {
		return err
	}
	if isBroken && !isAll { // not even its first line is whole
		if err := p.keepOwn(last.seq); err != nil {
			return err
		}
	}
	if isBroken || isAll && !isAlive {
		return p.takeBack(ctx, file, last)
	}
	if err := p.keepBeside(file, last); err != nil {
		return err
	}
	return p.fork(ctx, last)
}

// takeBack puts the hub's line in the journal's place. Of an entry that came to the hub in parts, and not all of them,
// nothing is taken: whoever opens the journal would cut it. The journal's line follows the hub's then.
func (p *Publisher) takeBack(ctx context.Context, file *atomicfile.Replacement, last span) error {
	isCut, err := cutLine(file.File)
	if err != nil {
		return fmt.Errorf("take the journal of run %s back from the hub: %w", p.o.Run, err)
	}
	p.local = local{path: p.o.Journal}
	if err := file.Replace(); err != nil {
		return fmt.Errorf("take the journal of run %s back from the hub: %w", p.o.Run, err)
	}
	if isCut {
		return p.fork(ctx, last)
	}
	return errMoved // look again: it matches now
}

// fetch writes the hub's line, up to a message, into a file beside the journal that has no name yet.
func (p *Publisher) fetch(ctx context.Context, until uint64) (file *atomicfile.Replacement, err error) {
	if err := os.MkdirAll(filepath.Dir(p.o.Journal), 0o700); err != nil {
		return nil, err
	}
	if file, err = atomicfile.NewReplacement(p.o.Journal, false); err != nil {
		return nil, err
	}
	if err := p.source.copy(ctx, file.File, until); err != nil {
		return nil, errors.Join(err, file.Discard())
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

// beside is the file of a line that is not the run's: timeline.hub-SEQUENCE.jsonl, timeline.own-SEQUENCE.jsonl.
func (p *Publisher) beside(whose string, seq uint64) string {
	return filepath.Join(filepath.Dir(p.o.Journal), fmt.Sprintf("timeline.%s-%d.jsonl", whose, seq))
}

// keepOwn keeps the journal beside itself.
func (p *Publisher) keepOwn(seq uint64) error {
	path := p.beside("own", seq)
	if err := os.Link(p.o.Journal, path); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("keep what run %s has here alone: %w", p.o.Run, err)
	}
	if p.o.Branched != nil {
		p.o.Branched(path)
	}
	return nil
}

// keepBeside keeps the hub's line in a journal of its own.
func (p *Publisher) keepBeside(file *atomicfile.Replacement, last span) error {
	path := p.beside("hub", last.seq)
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

// fork has the journal's line follow what the hub has.
func (p *Publisher) fork(ctx context.Context, last span) error {
	m, err := p.message(forkKind, last.seq, 0, fork())
	if err != nil {
		return err
	}
	seq, err := p.source.put(ctx, m, last.seq)
	if err != nil {
		return err
	}
	p.line = newLine()
	p.line.seq = seq
	return nil
}
