package capture

import (
	"context"
	"time"
)

// The screen is looked at when drawing has rested for rest. Where something always moves it is looked at all the same, after restless.
const (
	rest     = 100 * time.Millisecond
	restless = time.Second
)

// Drawing tells when a program that draws rests.
type Drawing struct{ drawn chan struct{} }

// NewDrawing returns one in which nothing was drawn yet.
func NewDrawing() Drawing { return Drawing{make(chan struct{}, 1)} }

// Output takes what the program draws.
func (d Drawing) Output(time.Time, []byte) {
	select {
	case d.drawn <- struct{}{}:
	default:
	}
}

// Rests waits until what is being drawn rests. False means that ctx has ended.
func (d Drawing) Rests(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-d.drawn:
	}
	for limit := time.After(restless); ; {
		select {
		case <-ctx.Done():
			return false
		case <-limit:
			return true
		case <-time.After(rest):
			return true
		case <-d.drawn:
		}
	}
}
