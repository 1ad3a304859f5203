package orchestrator

import (
	"context"
	"time"

	"stead/inject"
)

// Display is a Terminal that knows what stands on it.
type Display interface {
	// Text is the text on the screen, row by row.
	Text() string
}

// The screen is looked at when drawing has rested for rest. Where something always moves it is looked at all the same, after restless.
const (
	rest     = 100 * time.Millisecond
	restless = time.Second
)

// brush tells that something was drawn. It is a ptyx.Sink.
type brush chan struct{}

// Output implements ptyx.Sink.
func (b brush) Output(time.Time, []byte) {
	select {
	case b <- struct{}{}:
	default:
	}
}

// Input implements ptyx.Sink.
func (brush) Input(time.Time, []byte) {}

// Resize implements ptyx.Sink.
func (brush) Resize(time.Time, uint16, uint16) {}

// Flush implements ptyx.Sink.
func (brush) Flush() {}

// settles waits until what is being drawn rests. False means that ctx has ended.
func (b brush) settles(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-b:
	}
	for limit := time.After(restless); ; {
		select {
		case <-ctx.Done():
			return false
		case <-limit:
			return true
		case <-time.After(rest):
			return true
		case <-b:
		}
	}
}

// look hears what stands on the screen whenever it was drawn anew.
func (s *supervision) look(ctx context.Context) {
	display, ok := s.request.Terminal.(Display)
	if !ok || s.request.Headless {
		return
	}
	for s.brush.settles(ctx) {
		s.hear(inject.Screen, []byte(display.Text()))
	}
}
