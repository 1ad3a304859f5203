package lease

import (
	"errors"
	"fmt"
	"time"
)

// Held says that another holder has the lease.
type Held struct {
	Key string
	// Holder is who has it, Until when that ends unless it is renewed, by the hub's clock; zero where nobody knows.
	Holder string
	Until  time.Time
	// Revision is that of the key: each renewal has a higher one, whatever the clocks say.
	Revision uint64
}

func (e *Held) Error() string { return fmt.Sprintf("%s is held by %s", e.Key, e.Holder) }

// Lost says that a holder has its lease no longer: whatever needed it must stop at once.
type Lost struct {
	Key string
	// Holder is who has it now. It is empty where nobody is known to: the lease could not be renewed in time, or was taken
	// away.
	Holder string
	// Cause is why the lease could not be renewed, nil where another has it.
	Cause error
}

func (e *Lost) Error() string {
	switch {
	case e.Holder != "":
		return fmt.Sprintf("the lease of %s is lost to %s", e.Key, e.Holder)
	case e.Cause != nil:
		return fmt.Sprintf("the lease of %s could not be renewed in time: %v", e.Key, e.Cause)
	default:
		return fmt.Sprintf("the lease of %s could not be renewed in time", e.Key)
	}
}

func (e *Lost) Unwrap() error { return e.Cause }

var (
	// errTaken says that somebody has ended a lease that was not theirs.
	errTaken = errors.New("somebody has taken the lease away")
	// errRestless says that the hub refuses whatever is expected of it.
	errRestless = errors.New("the hub's bucket of leases changes faster than it can be read")
	// errBrief says that the hub counts whole seconds.
	errBrief = errors.New("a lease lasts whole seconds, at least one")
)
