package writers

import (
	"fmt"
	"slices"
	"strings"
)

// Loss is something that the target's format cannot hold as the source had it.
type Loss struct {
	// What names it in a few words: "thinking", "argument description of bash".
	What string `json:"what"`
	// Why says what becomes of it and for which reason, in a sentence without a full stop.
	Why string `json:"why"`
	// Count is how often it occurred.
	Count int `json:"count"`
}

// String returns the loss as a line for people.
func (l Loss) String() string { return fmt.Sprintf("%s (%d): %s", l.What, l.Count, l.Why) }

// Losses collects losses of the same kind into one. The zero value is empty and ready for use.
type Losses []Loss

// Add counts one more occurrence of a loss.
func (l *Losses) Add(what, why string) {
	for i := range *l {
		if (*l)[i].What == what && (*l)[i].Why == why {
			(*l)[i].Count++
			return
		}
	}
	*l = append(*l, Loss{What: what, Why: why, Count: 1})
	slices.SortFunc(*l, func(a, b Loss) int { return strings.Compare(a.What+a.Why, b.What+b.Why) })
}

// Merge counts the losses of a part of the session: a sub-agent's.
func (l *Losses) Merge(part Losses) {
	for _, loss := range part {
		for range loss.Count {
			l.Add(loss.What, loss.Why)
		}
	}
}

// LeftOut is a part of the source that was not delivered because it was not to be: a policy says so, or the target's
// window is too small.
type LeftOut struct {
	What  string `json:"what"`
	Why   string `json:"why"`
	Count int    `json:"count"`
}

// String returns the part as a line for people.
func (l LeftOut) String() string { return fmt.Sprintf("%s (%d): %s", l.What, l.Count, l.Why) }
