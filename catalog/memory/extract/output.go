package extract

import (
	"context"
	"errors"
	"fmt"

	"stead/internal/sys/failed"
	"stead/internal/sys/sqlitefile"
)

const (
	// mostPending is how many new texts wait for a commit at most, mostUncommitted how many bytes.
	mostPending     = 32 << 10
	mostUncommitted = 64 << 20
)

// output is what was appended to the files since the last commit.
type output struct {
	pending map[seenKey]struct{}
	end     committed
	change  change
}

func (o *output) begin(c committed) {
	o.pending, o.end = map[seenKey]struct{}{}, c
	o.change = change{segments: map[identity][]segment{}}
}

// added counts what one batch added.
type added struct{ messages, duplicates, events int }

// write appends the lines of a session's batch, without the messages whose text was seen before.
func (f *files) write(b *batch) (n added, err error) {
	kept, messagesAt, eventsAt := 0, 0, 0 // kept lines are moved to the front
	for _, p := range b.pieces {
		if p.hasMessage {
			isNew, err := f.see(p.key)
			if err != nil {
				return n, err
			}
			if isNew {
				if kept < messagesAt {
					copy(b.messages[kept:], b.messages[messagesAt:p.messagesEnd])
				}
				kept += p.messagesEnd - messagesAt
				n.messages++
			} else {
				n.duplicates++
			}
		}
		if p.eventsEnd > eventsAt {
			n.events++
		}
		messagesAt, eventsAt = p.messagesEnd, p.eventsEnd
	}
	return n, f.append(b.session, b.messages[:kept], b.events)
}

// see reports whether a text was not seen before, and notes that it was now.
func (f *files) see(k seenKey) (isNew bool, err error) {
	if _, isPending := f.out.pending[k]; isPending {
		return false, nil
	}
	has, err := f.seen.Has(k)
	if err != nil || has {
		return false, err
	}
	f.out.pending[k] = struct{}{}
	return true, nil
}

// append writes the lines to the files, messages first: an event never names one that is missing.
func (f *files) append(id identity, messages, events []byte) error {
	o := &f.out
	if !f.isDry {
		if _, err := f.messages.WriteAt(messages, o.end.messages); err != nil {
			return explain(f.folder, err)
		}
		if _, err := f.events.WriteAt(events, o.end.events); err != nil {
			return explain(f.folder, err)
		}
	}
	if length := int64(len(events)); length > 0 {
		parts := o.change.segments[id]
		if n := len(parts); n > 0 && parts[n-1].offset+parts[n-1].length == o.end.events {
			parts[n-1].length += length
		} else {
			o.change.segments[id] = append(parts, segment{o.end.events, length})
		}
	}
	o.end.messages += int64(len(messages))
	o.end.events += int64(len(events))
	return nil
}

// FullError says that there is no room for the memory.
type FullError struct {
	Folder string
	Err    error
}

// Error says what is wrong.
func (e *FullError) Error() string {
	return fmt.Sprintf("extract into %s: %v", e.Folder, e.Err)
}

// Unwrap returns the system's error.
func (e *FullError) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *FullError) Hint() string {
	return "make room, or set memory.folder to a folder on another disk, and extract again: it goes on where it stopped"
}

// explain tells a full disk from other errors.
func explain(folder string, err error) error {
	full := (*FullError)(nil)
	if errors.As(err, &full) {
		return err
	}
	if failed.NoSpace(err) || sqlitefile.IsFull(err) {
		return &FullError{folder, err}
	}
	return err
}

// finish notes that a place was read to its end.
func (f *files) finish(s source) { f.out.change.sources = append(f.out.change.sources, s) }

// settle commits when there is much to commit.
func (f *files) settle(ctx context.Context) error {
	uncommitted := f.out.end.messages - f.committed.messages + f.out.end.events - f.committed.events
	if len(f.out.pending) < mostPending && uncommitted < mostUncommitted {
		return nil
	}
	return f.commit(ctx)
}

// commit makes what was written valid. Texts come into the table after that: one that is in it is in the file, too. A
// process that ends in between leaves that to the next one, which sees by the lengths what the table lacks.
func (f *files) commit(ctx context.Context) error {
	o := &f.out
	keys := make([]seenKey, 0, len(o.pending))
	for k := range o.pending {
		keys = append(keys, k)
	}
	if err := f.makeValid(ctx); err != nil {
		return explain(f.folder, err)
	}
	if err := f.seen.Add(keys); err != nil {
		return explain(f.folder, err)
	}
	f.tabled = f.committed.messages
	o.begin(f.committed)
	return nil
}

func (f *files) makeValid(ctx context.Context) error {
	o := &f.out
	o.change.messages, o.change.events, o.change.tabled = o.end.messages, o.end.events, f.tabled
	if f.isDry {
		f.committed = o.change.committed
		return nil
	}
	if err := errors.Join(f.messages.Sync(), f.events.Sync(), f.seen.Sync()); err != nil {
		return err
	}
	if err := f.state.commit(context.WithoutCancel(ctx), o.change); err != nil {
		return err
	}
	f.committed, f.noted = o.change.committed, f.tabled
	return nil
}

// rest notes which texts are in the table, so that the next process need not look for them.
func (f *files) rest(ctx context.Context) error {
	if f.isDry || f.tabled == f.noted {
		return nil
	}
	if err := f.seen.Sync(); err != nil {
		return err
	}
	return f.state.commit(context.WithoutCancel(ctx), change{committed: f.committed})
}
