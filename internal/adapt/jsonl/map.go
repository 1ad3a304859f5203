package jsonl

import (
	"context"
	"errors"
	"io"
	"iter"
	"runtime"
	"sync"
)

// Lines yields the lines of input in order. A read error ends the range. A last line without its line feed is yielded
// like any other. An empty input has no lines.
func Lines(ctx context.Context, input io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		c := newChunker(input)
		for {
			lines, err := c.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Line{}, err)
				return
			}
			for _, line := range lines {
				if !yield(line, nil) {
					return
				}
			}
		}
	}
}

// Map runs fn over the lines of input, chunk by chunk, on all processors, and yields the results in the order of the
// input. Several goroutines call fn at the same time, so it must be safe for that. A read error or the context's end
// ends the range. No goroutine outlives the range, however it ends, so input must not block for long.
func Map[T any](ctx context.Context, input io.Reader, fn func([]Line) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		p := newPipeline(fn)
		defer p.workers.Wait()
		defer cancel()
		p.start(ctx, input)
		for job := range p.ordered {
			result := <-job.done
			if result.err == nil {
				result.err = ctx.Err()
			}
			if !yield(result.value, result.err) || result.err != nil {
				return
			}
		}
		// The reader may have seen the context's end first, and have stopped without an error.
		if err := ctx.Err(); err != nil {
			var none T
			yield(none, err)
		}
	}
}

// pipeline is one reader of chunks and several workers. Jobs wait in ordered for the consumer and in queue for a
// worker.
type pipeline[T any] struct {
	fn      func([]Line) T
	ordered chan *job[T]
	queue   chan *job[T]
	workers sync.WaitGroup
}

type job[T any] struct {
	lines []Line
	done  chan result[T]
}

type result[T any] struct {
	value T
	err   error
}

func newPipeline[T any](fn func([]Line) T) *pipeline[T] {
	ahead := runtime.GOMAXPROCS(0) + 1
	return &pipeline[T]{fn: fn, ordered: make(chan *job[T], ahead), queue: make(chan *job[T], ahead)}
}

func (p *pipeline[T]) start(ctx context.Context, input io.Reader) {
	p.workers.Go(func() { p.read(ctx, input) })
	for range runtime.GOMAXPROCS(0) {
		p.workers.Go(p.work)
	}
}

func (p *pipeline[T]) read(ctx context.Context, input io.Reader) {
	defer close(p.ordered)
	defer close(p.queue)
	c := newChunker(input)
	for {
		lines, err := c.next()
		if errors.Is(err, io.EOF) {
			return
		}
		j := &job[T]{lines: lines, done: make(chan result[T], 1)}
		if err != nil {
			j.done <- result[T]{err: err}
		}
		select {
		case p.ordered <- j:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
		p.queue <- j // never blocks for long, because the workers take every job until the queue is closed
	}
}

func (p *pipeline[T]) work() {
	for j := range p.queue {
		j.done <- result[T]{value: p.fn(j.lines)}
		j.lines = nil
	}
}
