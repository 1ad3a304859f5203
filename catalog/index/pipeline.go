package index

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stead/readers"
)

// workers is how many sessions are read at once. One goroutine writes what they read, which takes the time of two.
const workers = 2

// job is a session that is being read.
type job struct {
	task
	batches chan batch
}

// readAll reads sessions, several at once, and gives each to write in the order of the tasks: rows that come in their
// order are written quickest.
func (r *refresher) readAll(ctx context.Context, tasks []task, write func(task, <-chan batch) error) error {
	group, ctx := errgroup.WithContext(ctx)
	ordered, queue := make(chan job, workers+1), make(chan job, workers+1)
	group.Go(func() error {
		defer close(ordered)
		defer close(queue)
		for _, t := range tasks {
			j := job{t, make(chan batch, 4)}
			for _, to := range []chan job{ordered, queue} {
				select {
				case to <- j:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	for range min(workers, len(tasks)) {
		group.Go(func() error {
			for j := range queue {
				r.extract(ctx, j)
			}
			return ctx.Err()
		})
	}
	group.Go(func() error {
		for j := range ordered {
			if err := write(j.task, j.batches); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

func (r *refresher) extract(ctx context.Context, j job) {
	defer close(j.batches)
	r.read(ctx, j.task, func(b batch) error {
		select {
		case j.batches <- b:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// read reads a session and gives what it says to emit, until that returns an error.
func (r *refresher) read(ctx context.Context, t task, emit func(batch) error) {
	x := extraction{task: t, ctx: ctx, reader: r.index.reader(t.summary.CLI), isListed: r.index.isListed(ctx),
		kinOf: r.kinOf, emit: emit}
	if r.delivered != nil {
		x.after, x.upTo = r.delivered(t.summary)
	}
	x.run()
}

// reader returns the reader of a CLI. The sessions of one that is none any more are not there when the stores were
// looked at.
func (x *Index) reader(cli string) readers.Reader {
	for _, r := range x.o.Readers {
		if r.Info().Name == cli {
			return r
		}
	}
	return nil
}
