package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/render/transcript/terminal"
)

// reading is a session that is read for the screen, part by part.
type reading struct {
	number int
	cancel context.CancelFunc
	parts  chan part
}

// part is the next part of a session that was read.
type part struct {
	number int
	blocks []terminal.Block
	// done says that nothing follows, err why that is before the end.
	done bool
	err  error
}

const (
	// partTime is how long a part is read at most before it is shown, firstPart how many steps are enough for the first
	// frame.
	partTime  = 50 * time.Millisecond
	firstPart = 64
	// mostLines is how many lines of a session are kept. Of a longer one the end is.
	mostLines = 400_000
	// untilLate is how long nothing is said about what is not there yet.
	untilLate = 150 * time.Millisecond
)

// late says that the first step takes its time.
type late struct{ number int }

// begin begins to read a session, to be shown so.
func (r *reading) begin(ctx context.Context, open Opener, reference string, o terminal.Options) tea.Cmd {
	r.stop()
	ctx, r.cancel = context.WithCancel(ctx)
	r.parts = make(chan part)
	parts, number := r.parts, r.number
	go func() {
		defer close(parts)
		reader{ctx: ctx, number: number, parts: parts}.read(open, reference, o)
	}()
	return tea.Batch(r.next(), tea.Tick(untilLate, func(time.Time) tea.Msg { return late{number} }))
}

// next waits for the next part.
func (r *reading) next() tea.Cmd {
	parts := r.parts
	return func() tea.Msg {
		if p, ok := <-parts; ok {
			return p
		}
		return nil
	}
}

// stop ends what is read.
func (r *reading) stop() {
	r.number++
	if r.cancel != nil {
		r.cancel()
	}
	r.cancel, r.parts = nil, nil
}

// reader reads a session beside the screen.
type reader struct {
	ctx    context.Context
	number int
	parts  chan<- part
}

// give hands a part over. It is false when nobody wants it.
func (r reader) give(p part) bool {
	p.number = r.number
	select {
	case r.parts <- p:
		return true
	case <-r.ctx.Done():
		return false
	}
}

func (r reader) read(open Opener, reference string, o terminal.Options) {
	s, err := open(r.ctx, reference)
	if err != nil {
		r.give(part{done: true, err: err})
		return
	}
	var blocks []terminal.Block
	isFirst, since := true, time.Now()
	for b, err := range terminal.Blocks(s, o) {
		if err != nil || r.ctx.Err() != nil {
			r.give(part{blocks: blocks, done: true, err: err})
			return
		}
		blocks = append(blocks, b)
		if isFirst && len(blocks) >= firstPart || time.Since(since) > partTime {
			if !r.give(part{blocks: blocks}) {
				return
			}
			blocks, isFirst, since = nil, false, time.Now()
		}
	}
	r.give(part{blocks: blocks, done: true})
}
