package socket

import "slices"

// history is what a run has told so far, as far as it matters to somebody who follows late. Of each kind of event the
// last one is kept: it says how the run is now. Two kinds are different:
//
//   - Of Entry nothing is kept: the run's journal has them all.
//   - Each Note counts. It is for who was connected when it came, and had perhaps not said yet what they follow.
type history struct {
	told []told // in the order in which they came
	next int
}

// told is an event with its place among all that were kept.
type told struct {
	Event
	at int
}

// mostTold bounds the notes that are kept: far more than come before somebody who is connected says what they follow.
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

// missed returns what matters to somebody who was connected since a place and has heard nothing yet.
func (h *history) missed(since int) (events []Event) {
	for _, t := range h.told {
		if t.Kind != Note || t.at >= since {
			events = append(events, t.Event)
		}
	}
	return events
}
