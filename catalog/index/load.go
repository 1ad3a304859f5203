package index

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"stead/catalog/piece"
	"stead/internal/sys/fts5"
	"stead/internal/sys/sqlitefile"
	"stead/readers"
)

// texts is the table f, see migrations.
var texts = sync.OnceValue(func() *fts5.Table {
	return &fts5.Table{Name: "f", Columns: 3, Tokenizer: fts5.NewTokenizer(piece.Tokenchars)}
})

const (
	// together is how many bytes of sessions one goroutine reads before it hands them on, at most: else a sixteenth of
	// all.
	together = 32 << 20
	// gathered is how many bytes of memory words take before they are sorted and put aside.
	gathered = 20 << 20
	// merged is how many bytes of sorted words make a segment of the full-text table. More would be found quicker, but
	// when the refresh is interrupted they must be written within a moment.
	merged = 112 << 20
)

// loading reads sessions into the new database at once. Each is read from its beginning.
type loading struct {
	*refresher
	all    []task
	failed []task // of which something is in the database that must not be
}

// stretch is some sessions that one goroutine reads, one after the other.
type stretch struct {
	tasks []task
	done  chan struct{} // closed when all were read

	runs []*fts5.Run
	rows []rowAt
	ends []*outcome // of the tasks
	err  error
}

// rowAt is a row of the table piece.
type rowAt struct {
	id, offset        int64
	line, turn, child int
}

// prepare looks which sessions are to be read, and removes what the database has of them.
func (l *loading) prepare(ctx context.Context, tx *transaction) (err error) {
	if l.all, err = tasks(ctx, tx, ""); err != nil {
		return err
	}
	for i := range l.all {
		l.all[i].from = readers.Position{}
	}
	l.expect(l.all)
	return clearAll(ctx, tx, l.all)
}

// run reads the sessions, several at once, and writes what they say, in their order. When ctx ends it keeps what was
// read by then, which is no error.
func (l *loading) run(ctx context.Context, tx *transaction) error {
	var builders [workers]*fts5.Builder
	for i := range builders {
		b, err := texts().NewBuilder(filepath.Dir(l.index.database.path))
		if err != nil {
			return err
		}
		defer b.Close() //nolint:errcheck // its file is gone already
		builders[i] = b
	}
	group, reading := errgroup.WithContext(ctx)
	ordered, queue := make(chan *stretch, workers), make(chan *stretch, workers)
	group.Go(func() error {
		defer close(ordered)
		defer close(queue)
		return deal(reading, stretches(l.all, min(together, l.total/16)), ordered, queue)
	})
	for _, b := range builders {
		group.Go(func() error { return l.readAll(reading, b, queue) })
	}
	var written error
	group.Go(func() error {
		written = l.write(context.WithoutCancel(ctx), tx, reading, ordered)
		return written
	})
	if err := group.Wait(); ctx.Err() == nil {
		return err
	}
	return written
}

// deal gives each stretch to all of the channels.
func deal(ctx context.Context, all []*stretch, to ...chan<- *stretch) error {
	for _, s := range all {
		for _, c := range to {
			select {
			case c <- s:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// stretches divides sessions into some that are read together.
func stretches(all []task, together int64) (found []*stretch) {
	for begin := 0; begin < len(all); {
		end, size := begin, int64(0)
		for end < len(all) && (size == 0 || size+all[end].summary.Bytes <= together) {
			size += all[end].summary.Bytes + 1
			end++
		}
		found = append(found, &stretch{tasks: all[begin:end], done: make(chan struct{})})
		begin = end
	}
	return found
}

// readAll reads one stretch after the other, until one cannot be read.
func (l *loading) readAll(ctx context.Context, b *fts5.Builder, queue <-chan *stretch) error {
	for s := range queue {
		s.err = l.readStretch(ctx, b, s)
		close(s.done)
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// readStretch reads the sessions of a stretch.
func (l *loading) readStretch(ctx context.Context, b *fts5.Builder, s *stretch) error {
	for _, t := range s.tasks {
		rows := numbering{session: t.n}
		var failure error
		l.read(ctx, t, func(part batch) error {
			if failure == nil {
				failure = s.add(b, &rows, part)
			}
			return failure
		})
		if err := errors.Join(failure, ctx.Err()); err != nil {
			return err
		}
	}
	return s.putAside(b)
}

// add adds a part of a session.
func (s *stretch) add(b *fts5.Builder, rows *numbering, part batch) error {
	for i := range part.pieces {
		p := &part.pieces[i]
		id, ok := rows.row(p.Kind)
		if !ok {
			break
		}
		if err := b.Add(id, p.Body, p.Tool, p.Path); err != nil {
			return err
		}
		s.rows = append(s.rows, rowAt{id: id, offset: p.offset, line: p.line, turn: p.Turn, child: p.child})
	}
	if part.ends != nil {
		part.ends.isCut = rows.isFull
		s.ends = append(s.ends, part.ends)
	}
	if b.Size() < gathered {
		return nil
	}
	return s.putAside(b)
}

func (s *stretch) putAside(b *fts5.Builder) error {
	run, err := b.Run()
	if err == nil {
		s.runs = append(s.runs, run)
	}
	return err
}

// write writes stretches as they come, until one was not read to its end. Reading is the context of those who read.
func (l *loading) write(ctx context.Context, tx *transaction, reading context.Context, ordered <-chan *stretch) error {
	loader, err := texts().NewLoader(ctx, tx.Tx)
	if err != nil {
		return err
	}
	pieces, err := sqlitefile.NewInserter(ctx, tx.Tx, "piece(rowid, line, offset, turn, child)")
	if err != nil {
		return err
	}
	var runs []*fts5.Run
	size := int64(0)
	for s := range ordered {
		if !s.isRead(reading) {
			break
		}
		if err := l.figures(ctx, tx, pieces, s); err != nil {
			return err
		}
		for _, r := range s.runs {
			runs, size = append(runs, r), size+r.Bytes()
		}
		s.runs, s.rows, s.ends = nil, nil, nil
		if size >= merged {
			if err := loader.Load(runs); err != nil {
				return err
			}
			runs, size = nil, 0
		}
	}
	if err := loader.Load(runs); err != nil {
		return err
	}
	return errors.Join(pieces.Flush(), loader.End())
}

// isRead waits until a stretch was read, and reports whether it was to its end. When ctx ends nobody reads it any more.
func (s *stretch) isRead(ctx context.Context) bool {
	select {
	case <-s.done:
		return s.err == nil
	default:
	}
	select {
	case <-s.done:
		return s.err == nil
	case <-ctx.Done():
		return false
	}
}

// figures writes all of a stretch but its words.
func (l *loading) figures(ctx context.Context, tx *transaction, pieces *sqlitefile.Inserter, s *stretch) error {
	for _, r := range s.rows {
		if err := pieces.Add(r.id, r.line, r.offset, r.turn, r.child); err != nil {
			return err
		}
	}
	for i, t := range s.tasks {
		end := s.ends[i]
		l.note(t, end)
		if end.err != nil {
			l.failed = append(l.failed, t)
		}
		if err := (figures{ctx, tx}).write(t, end); err != nil {
			return err
		}
	}
	return nil
}
