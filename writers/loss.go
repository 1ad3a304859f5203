package writers

import (
	"fmt"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// LossKind tells losses apart by whether anything is gone.
type LossKind string

// Approximate is the kind of a value that arrives as the nearest that the target has: in another unit that rounds, or
// with another meaning. Nothing is missing. The other kind, the empty one, is something that does not arrive as it was.
const Approximate LossKind = "approximate"

// Loss is something that the target's format cannot hold as the source had it.
type Loss struct {
	Kind LossKind `json:"kind,omitempty"`
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

// Durations is what the loss is called by which a model no longer knows how long a call or a command of the user's
// took.
const Durations = "how long a call took"

// Losses collects losses of the same kind into one. The zero value is empty and ready for use.
type Losses []Loss

// Add counts one more occurrence of a loss by which nothing goes that the model knew: it arrives in another form.
func (l *Losses) Add(what, why string) { l.at("", what, why).Count++ }

// Approximate counts one more value that arrives as the nearest that the target has. Why says how near it is, in the
// same words each time.
func (l *Losses) Approximate(what, why string) { l.at(Approximate, what, why).Count++ }

// Argument counts an argument of a call that the target's tool cannot have. The call arrives without it: its characters
// are missing, but no item.
func (l *Losses) Argument(call *timeline.Entry, argument, why string) {
	loss := l.at("", ArgumentOf(call, argument), why)
	loss.Count++
	if loss.Of == nil {
		loss.Of = Amounts{}
	}
	without := timeline.NewObject(nil)
	for name, value := range jsonl.Members(call.Input) {
		if string(name) != argument {
			without.Raw(string(name), value)
		}
	}
	loss.Of.addCharacters(Calls, max(0, timeline.RawText(call.Input).Characters()-timeline.RawText(
		without.End()).Characters()))
}

// ArgumentOf names an argument of a call.
func ArgumentOf(call *timeline.Entry, argument string) string {
	return fmt.Sprintf("argument %s of %s", argument, call.Tool)
}

// Item counts the loss of an item that the source's model knew. Characters are those of its text, 0 for a picture.
func (l *Losses) Item(kind Kind, characters int64, what, why string) {
	loss := l.at("", what, why)
	loss.Count++
	if loss.Of == nil {
		loss.Of = Amounts{}
	}
	loss.Of.AddItem(kind, characters)
}

// HasItems reports whether any item is lost that the source's model knew, and not only its form or a part of it.
func (l Losses) HasItems() bool {
	return slices.ContainsFunc(l, func(loss Loss) bool { return loss.Of.Sum().Items > 0 })
}

// at returns the loss of that kind, name and reason, which may be new.
func (l *Losses) at(kind LossKind, what, why string) *Loss {
	isIt := func(loss Loss) bool { return loss.Kind == kind && loss.What == what && loss.Why == why }
	if !slices.ContainsFunc(*l, isIt) {
		*l = append(*l, Loss{Kind: kind, What: what, Why: why})
		slices.SortFunc(*l, func(a, b Loss) int { return strings.Compare(a.What+a.Why, b.What+b.Why) })
	}
	return &(*l)[slices.IndexFunc(*l, isIt)]
}

// Merge counts the losses of a sub-agent's session, which the model of the main one did not know.
func (l *Losses) Merge(part Losses) {
	for _, loss := range part {
		l.at(loss.Kind, loss.What, loss.Why).Count += loss.Count
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

// LeftOutLines returns lines for people, one for each reason.
func LeftOutLines(all []LeftOut) (lines []string) {
	for len(all) > 0 {
		same := slices.IndexFunc(all, func(l LeftOut) bool { return l.Why != all[0].Why })
		if same < 0 {
			same = len(all)
		}
		lines = append(lines, Names(all[:same])+": "+all[0].Why)
		all = all[same:]
	}
	return lines
}

// Names returns what was left out, with its counts.
func Names(all []LeftOut) string {
	var names []string
	for _, l := range all {
		names = append(names, fmt.Sprintf("%s (%d)", l.What, l.Count))
	}
	return strings.Join(names, ", ")
}
