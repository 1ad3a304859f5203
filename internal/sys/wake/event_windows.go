package wake

import (
	"sync"

	"golang.org/x/sys/windows"
)

// Event is an event that WaitForMultipleObjects can wait for, beside a channel for callers that use select.
type Event struct {
	handle windows.Handle
	fired  chan struct{}
	once   sync.Once
}

// New returns an event that has not occurred. The caller must release it.
func New() (*Event, error) {
	handle, err := windows.CreateEvent(nil, 1, 0, nil) // it stays set
	if err != nil {
		return nil, err
	}
	return &Event{handle: handle, fired: make(chan struct{})}, nil
}

// Fire makes the event occur. Further calls do nothing.
func (e *Event) Fire() {
	e.once.Do(func() {
		close(e.fired)
		_ = windows.SetEvent(e.handle)
	})
}

// Release frees the event. Nobody may wait for it afterwards.
func (e *Event) Release() { _ = windows.CloseHandle(e.handle) }

// Fired returns a channel that is closed when the event occurs.
func (e *Event) Fired() <-chan struct{} { return e.fired }

// Handle returns the handle with which the system waits for the event.
func (e *Event) Handle() windows.Handle { return e.handle }
