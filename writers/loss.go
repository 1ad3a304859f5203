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
	// Of is how much of what the source's model knew does not arrive by it. Empty when all arrives, in another form.
	Of Amounts `json:"of,omitempty"`
}

// String returns the loss as a line for people.
func (l Loss) String() string { return fmt.Sprintf("%s (%d): %s", l.What, l.Count, l.Why) }

// Losses collects losses of the same kind into one. The zero value is empty and ready for use.
type Losses []Loss

// Add counts one more occurrence of a loss by which nothing goes that the model knew: it arrives in another form.
func (l *Losses) Add(what, why string) { l.at(what, why).Count++ }

// Item counts the loss of an item that the source's model knew. Characters are those of its text, 0 for a picture.
func (l *Losses) Item(kind Kind, characters int64, what, why string) {
	loss := l.at(what, why)
	loss.Count++
	if loss.Of == nil {
		loss.Of = Amounts{}
	}
	loss.Of.AddItem(kind, characters)
}

// HasItems reports whether anything is lost that the source's model knew, and not only its form.
func (l Losses) HasItems() bool {
	return slices.ContainsFunc(l, func(loss Loss) bool { return len(loss.Of) > 0 })
}

// at returns the loss of that name and reason, which may be new.
func (l *Losses) at(what, why string) *Loss {
	isIt := func(loss Loss) bool { return loss.What == what && loss.Why == why }
	if !slices.ContainsFunc(*l, isIt) {
		*l = append(*l, Loss{What: what, Why: why})
		slices.SortFunc(*l, func(a, b Loss) int { return strings.Compare(a.What+a.Why, b.What+b.Why) })
	}
	return &(*l)[slices.IndexFunc(*l, isIt)]
}

// Merge counts the losses of a sub-agent's session, which the model of the main one did not know.
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
	// Of is how much of what the source's model knew is in it.
	Of Amounts `json:"of,omitempty"`
}

// String returns the part as a line for people.
func (l LeftOut) String() string { return fmt.Sprintf("%s (%d): %s", l.What, l.Count, l.Why) }
