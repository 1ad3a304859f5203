package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/render/transcript/terminal"
)

// reading is a session that is being read for the screen, part by part.
type reading struct {
	number int
	cancel context.CancelFunc
	parts  chan part
}

// part is the next part of a session.
type part struct {
	number int
	blocks []terminal.Block
	// done says that no part follows. Err is the reason if the session was not read to its end.
	done bool
	err  error
}

const (
	// partTime is the maximum time before a part is shown. FirstPart is the number of steps that are enough for the first
	// frame.
	partTime  = 50 * time.Millisecond
	firstPart = 64
	// mostLines is the number of lines kept of a session. Of a longer session, the end is kept.
	mostLines = 400_000
	// untilLate is the delay before the screen says that something is still being read.
	untilLate = 150 * time.Millisecond
)

// late says that the first step takes a while.
type late struct{ number int }

// begin starts to read a session with the given display options.
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

// stop ends the reading.
func (r *reading) stop() {
	r.number++
	if r.cancel != nil {
		r.cancel()
	}
	r.cancel, r.parts = nil, nil
}

// reader reads a session in the background.
type reader struct {
	ctx    context.Context
	number int
	parts  chan<- part
}

// give hands a part over. It returns false if nothing wants it any more.
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
