package socket

import "slices"

// history holds the past events of a run that matter to late followers. It keeps the last event of each kind, because
// that describes the current state of the run. Two kinds are different:
//
//   - Entry: none is kept, because the run's journal contains them all.
//   - Note: all are kept, for clients that were connected when a note came but had not yet said what they follow.
type history struct {
	told []told // in order of arrival
	next int
}

// told is an event with its position among all events.
type told struct {
	Event
	at int
}

// mostTold limits the notes that are kept. Far fewer arrive before a connected client says what it follows.
const mostTold = 100

// add keeps an event if it matters later.
func (h *history) add(e Event) {
	isOf := func(kind string) func(told) bool { return func(t told) bool { return t.Kind == kind } }
	switch e.Kind {
	case Entry:
		return
	case Note:
		if at := slices.IndexFunc(h.told, isOf(Note)); at >= 0 && len(h.told) >= mostTold {
			h.told = slices.Delete(h.told, at, at+1)
		}
	default:
		h.told = slices.DeleteFunc(h.told, isOf(e.Kind))
	}
	h.told = append(h.told, told{e, h.next})
	h.next++
}

// missed returns the events for a client that connected at a position and has received nothing yet.
func (h *history) missed(since int) (events []Event) {
	for _, t := range h.told {
		if t.Kind != Note || t.at >= since {
			events = append(events, t.Event)
		}
	}
	return events
}
