package capture

import (
	"context"
	"time"
)

// The screen is examined when drawing has paused for rest. If something moves all the time, it is examined anyway,
// after restless.
const (
	rest     = 100 * time.Millisecond
	restless = time.Second
)

// Repaint detects when a drawing program pauses.
type Repaint struct{ drawn chan struct{} }

// NewRepaint returns a Repaint that has seen no drawing yet.
func NewRepaint() Repaint { return Repaint{make(chan struct{}, 1)} }

// Output processes the program's output.
func (r Repaint) Output(time.Time, []byte) {
	select {
	case r.drawn <- struct{}{}:
	default:
	}
}

// Rests waits until the current drawing pauses. It returns false if ctx has ended.
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
