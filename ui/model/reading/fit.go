package reading

import (
	"sync"

	"stead/orchestrator/delivery"
)

// Fit caches how much of its CLI's window a session takes, from the first request on.
type Fit struct {
	access sync.Mutex
	known  *delivery.Fit
}

// Of returns the cached value, or that of measure. It returns nil if measure fails.
func (f *Fit) Of(measure func() (delivery.Fit, error)) *delivery.Fit {
	f.access.Lock()
	defer f.access.Unlock()
	if f.known != nil {
		return f.known
	}
	measured, err := measure()
	if err != nil {
		return nil
	}
	f.known = &measured
	return f.known
}
