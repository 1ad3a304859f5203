package replica

import (
	"errors"
	"fmt"
)

// FencedError says that another machine has taken over a run. What the local journal has beyond the hub's stays where it is.
type FencedError struct {
	// Run was published from here in the epoch Ours; Epoch is the newer one at the hub.
	Run         string
	Ours, Epoch uint64
}

// Error says so.
func (e *FencedError) Error() string {
	return fmt.Sprintf("run %s goes on at another machine (epoch %d; here it was %d); what is here alone stays in this journal", e.Run, e.Epoch, e.Ours)
}

// ForkedError says that a run's line was taken back to an offset: whoever holds more forgets it, and goes on reading.
type ForkedError struct{ Offset int64 }

// Error says so.
func (e *ForkedError) Error() string {
	return fmt.Sprintf("the journal was taken back to its byte %d", e.Offset)
}

// ErrBegun says that a run that was to begin has begun already.
var ErrBegun = errors.New("the run has begun already")

// ErrDamaged says that what the hub has of a run is no journal that this user's machines have published.
var ErrDamaged = errors.New("what the hub has of the run is damaged")

// errMoved says that the subject's last message is not the expected one: look again.
var errMoved = errors.New("the hub has another last message")

// errNone says that the hub has no such message.
var errNone = errors.New("the hub has no such message")
