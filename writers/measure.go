package writers

import (
	"cmp"
	"maps"
	"slices"

	"stead/timeline"
)

// Kind is a kind of content that a model knows from a session. Context that nobody typed has the kind of its origin.
type Kind string

// The kinds in addition to those of [timeline.OriginKind].
const (
	Prompts  Kind = "prompts"
	Answers  Kind = "answers"
	Thinking Kind = "thinking"
	Calls    Kind = "calls"
	Results  Kind = "results"
	// Summaries are the results of compactions. Texts are other system texts.
	Summaries Kind = "summaries"
	Texts     Kind = "system texts"
	// Media are images and documents. They have no characters.
	Media Kind = "pictures and documents"
	// Unread are records, or parts of them, that stead does not know or could not read. The number of characters that a
	// model knew of them cannot be determined.
	Unread Kind = "unknown or damaged records"
)

// Amount is a quantity of content.
type Amount struct {
	Items int `json:"items"`
	// Characters counts the characters of the decoded text. A call's input counts as JSON.
	Characters int64 `json:"characters"`
}

func (a Amount) plus(b Amount) Amount {
	return Amount{Items: a.Items + b.Items, Characters: a.Characters + b.Characters}
}

func (a Amount) minus(b Amount) Amount {
	return Amount{Items: a.Items - b.Items, Characters: a.Characters - b.Characters}
}

// Amounts are amounts by kind.
type Amounts map[Kind]Amount

// Count adds the content of an entry of the conversation.
func (a Amounts) Count(e *timeline.Entry) {
	switch e.Type {
	case timeline.ToolCall:
		a.AddItem(Calls, timeline.RawText(e.Input).Characters())
	case timeline.ToolResult:
		a.AddItem(Results, e.Output.Characters()+e.Error.Characters())
	default:
		if !e.Content.IsEmpty() {
			a.AddItem(kindOf(e), e.Content.Characters())
		}
		if !e.Thinking.IsEmpty() {
			a.AddItem(Thinking, e.Thinking.Characters())
		}
	}
	for range e.Attachments {
		a.AddItem(Media, 0)
	}
}

// AddItem adds one item of a kind.
func (a Amounts) AddItem(kind Kind, characters int64) {
	a[kind] = a[kind].plus(Amount{1, characters})
}

// addCharacters adds a part of an item that is counted elsewhere.
func (a Amounts) addCharacters(kind Kind, characters int64) {
	a[kind] = a[kind].plus(Amount{0, characters})
}

func kindOf(e *timeline.Entry) Kind {
	switch {
	case e.Origin != nil:
		return Kind(e.Origin.Kind)
	case e.Compaction != nil:
		return Summaries
	case e.Type == timeline.User:
		return Prompts
	case e.Type == timeline.Assistant:
		return Answers
	}
	return Texts
}

// Add adds other amounts.
func (a Amounts) Add(others Amounts) {
	for kind, amount := range others {
		a[kind] = a[kind].plus(amount)
	}
}

// Minus returns the amounts less the others. It omits kinds with nothing left.
func (a Amounts) Minus(others Amounts) Amounts {
	left := maps.Clone(a)
	for kind, amount := range others {
		left[kind] = left[kind].minus(amount)
	}
	maps.DeleteFunc(left, func(_ Kind, amount Amount) bool { return amount == Amount{} })
	return left
}

// Sum adds up all kinds.
func (a Amounts) Sum() Amount {
	var sum Amount
	for _, amount := range a {
		sum = sum.plus(amount)
	}
	return sum
}

// Kinds lists the kinds, the one with the most characters first.
func (a Amounts) Kinds() []Kind {
	return slices.SortedFunc(maps.Keys(a), func(x, y Kind) int {
		return cmp.Or(cmp.Compare(a[y].Characters, a[x].Characters), cmp.Compare(a[y].Items, a[x].Items), cmp.Compare(x, y))
	})
}

// Measure says how much of what the source's model knew arrives.
type Measure struct {
	// Known is what the source's model knew. Arrives is the part of it that the target's model receives.
	Known   Amounts `json:"known"`
	Arrives Amounts `json:"arrives"`
	// Rebuilt is what the source's model received and the target regenerates by itself, by the kinds of
	// timeline.RebuiltOrigins.
	Rebuilt Amounts `json:"rebuilt,omitempty"`
}

// Missing returns what does not arrive.
func (m Measure) Missing() Amounts { return m.Known.Minus(m.Arrives) }
