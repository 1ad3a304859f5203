package writers

import (
	"fmt"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// LossKind distinguishes losses by whether anything is missing.
type LossKind string

// Approximate is the kind of a value that arrives as the nearest equivalent in the target: rounded to another unit, or
// with a different meaning. Nothing is missing. The empty kind stands for something that does not arrive in its
// original form.
const Approximate LossKind = "approximate"

// Loss is something that the target's format cannot hold in its original form.
type Loss struct {
	Kind LossKind `json:"kind,omitempty"`
	// What names the loss in a few words: "thinking", "argument description of bash".
	What string `json:"what"`
	// Why says what happens to it and for what reason, in a sentence without a final period.
	Why string `json:"why"`
	// Count is the number of occurrences.
	Count int `json:"count"`
	// Of is how much of what the source's model knew is lost. It is empty if everything arrives in another form.
	Of Amounts `json:"of,omitempty"`
}

// String returns the loss as a readable line.
func (l Loss) String() string { return fmt.Sprintf("%s (%d): %s", l.What, l.Count, l.Why) }

// Durations is the name of the loss by which the model no longer knows how long a call or a user's command took.
const Durations = "how long a call took"

// Losses merges losses of the same kind. The zero value is empty and ready for use.
type Losses []Loss

// Add counts one more occurrence of a loss that takes nothing from the model's knowledge: the content arrives in
// another form.
func (l *Losses) Add(what, why string) { l.at("", what, why).Count++ }

// Approximate counts one more value that arrives as its nearest equivalent in the target. Why says how close it is, in
// the same words each time.
func (l *Losses) Approximate(what, why string) { l.at(Approximate, what, why).Count++ }

// Argument counts an argument of a call that the target's tool does not have. The call arrives without it: characters
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

// Item counts the loss of an item that the source's model knew. Characters is the length of its text, 0 for an image.
func (l *Losses) Item(kind Kind, characters int64, what, why string) {
	loss := l.at("", what, why)
	loss.Count++
	if loss.Of == nil {
		loss.Of = Amounts{}
	}
	loss.Of.AddItem(kind, characters)
}

// HasItems reports whether any whole item that the source's model knew is lost, not just its form or a part of it.
func (l Losses) HasItems() bool {
	return slices.ContainsFunc(l, func(loss Loss) bool { return loss.Of.Sum().Items > 0 })
}

// at returns the loss with that kind, name and reason. It adds one if necessary.
func (l *Losses) at(kind LossKind, what, why string) *Loss {
	isIt := func(loss Loss) bool { return loss.Kind == kind && loss.What == what && loss.Why == why }
	if !slices.ContainsFunc(*l, isIt) {
		*l = append(*l, Loss{Kind: kind, What: what, Why: why})
		slices.SortFunc(*l, func(a, b Loss) int { return strings.Compare(a.What+a.Why, b.What+b.Why) })
	}
	return &(*l)[slices.IndexFunc(*l, isIt)]
}

// Merge counts the losses of a sub-agent's session. It ignores their amounts, because the main session's model did not
// know that content.
func (l *Losses) Merge(part Losses) {
	for _, loss := range part {
		l.at(loss.Kind, loss.What, loss.Why).Count += loss.Count
	}
}

// LeftOut is a part of the source that was deliberately not delivered: because of a policy, or because the target's
// window is too small.
type LeftOut struct {
	What  string `json:"what"`
	Why   string `json:"why"`
	Count int    `json:"count"`
	// Of is how much of what the source's model knew is in it.
	Of Amounts `json:"of,omitempty"`
}

// LeftOutLines returns readable lines, one for each reason.
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

// Names returns the names of the omitted parts, with their counts.
func Names(all []LeftOut) string {
	var names []string
	for _, l := range all {
		names = append(names, fmt.Sprintf("%s (%d)", l.What, l.Count))
	}
	return strings.Join(names, ", ")
}
