package reading

import (
	"sync"

	"stead/orchestrator/delivery"
)

// Fit is how much of its CLI's window a session takes, once somebody has asked.
type Fit struct {
	access sync.Mutex
	known  *delivery.Fit
}

// Of returns it. What measure cannot tell is nil.
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
