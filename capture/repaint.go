package capture

import (
	"context"
	"time"
)

// The screen is looked at when drawing has rested for rest. Where something always moves it is looked at all the same,
// after restless.
const (
	rest     = 100 * time.Millisecond
	restless = time.Second
)

// Repaint tells when a program that draws rests.
type Repaint struct{ drawn chan struct{} }

// NewRepaint returns one in which nothing was drawn yet.
func NewRepaint() Repaint { return Repaint{make(chan struct{}, 1)} }

// Output takes what the program draws.
func (r Repaint) Output(time.Time, []byte) {
	select {
	case r.drawn <- struct{}{}:
	default:
	}
}

// Rests waits until what is being drawn rests. False means that ctx has ended.
func (r Repaint) Rests(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-r.drawn:
	}
	for limit := time.After(restless); ; {
		select {
		case <-ctx.Done():
			return false
		case <-limit:
			return true
		case <-time.After(rest):
			return true
		case <-r.drawn:
		}
	}
}
