package fidelity

import (
	"fmt"

	"stead/e2e/provider"
)

// Count is how many items of a kind arrived, of how many that there are.
type Count struct{ Arrived, Of int }

// String returns the count as it stands in the table.
func (c Count) String() string {
	if c.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d/%d", c.Arrived, c.Of)
}

// MarshalText implements encoding.TextMarshaler.
func (c Count) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d/%d", c.Arrived, c.Of), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Count) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d/%d", &c.Arrived, &c.Of)
	return err
}

// whole says that everything arrived.
func (c Count) whole() bool { return c.Arrived == c.Of }

// Counts is what of a conversation arrived.
type Counts struct {
	User      Count `json:"user"`
	Assistant Count `json:"assistant"`
	Calls     Count `json:"calls"`
	Results   Count `json:"results"`
	Images    Count `json:"images"`
	Thinking  Count `json:"thinking"`
	// Context is what nobody typed.
	Context Count `json:"context,omitzero"`
	// Extra is what arrived and was not there.
	Extra int `json:"extra,omitempty"`
}

// String returns the counts as a line for people.
func (c Counts) String() string {
	return fmt.Sprintf("prompts %s, answers %s, calls %s, results %s, pictures %s, thinking %s, context %s, too many %d",
		c.User, c.Assistant, c.Calls, c.Results, c.Images, c.Thinking, c.Context, c.Extra)
}

// Whole says that everything but thinking arrived, and nothing else.
func (c Counts) Whole() bool {
	return c.User.whole() && c.Assistant.whole() && c.Calls.whole() && c.Results.whole() && c.Images.whole() &&
		c.Context.whole() && c.Extra == 0
}

// kind returns the count that an item belongs to.
func (c *Counts) kind(item provider.Item) *Count {
	switch {
	case item.Kind == provider.Call:
		return &c.Calls
	case item.Kind == provider.Result:
		return &c.Results
	case item.Kind == provider.Image:
		return &c.Images
	case item.Kind == provider.Thinking:
		return &c.Thinking
	case item.Role == "assistant":
		return &c.Assistant
	}
	return &c.User
}

func (c *Counts) add(e Expectation, arrived, of int) {
	if e.added {
		return
	}
	count := c.kind(e.Item)
	count.Arrived += arrived
	count.Of += of
}

// AddStripped counts the thinking of a conversation that was not expected to arrive.
func (c *Counts) AddStripped(conversation []provider.Item) {
	of := 0
	for _, item := range conversation {
		if item.Kind == provider.Thinking {
			of++
		}
	}
	c.Thinking.Of = max(c.Thinking.Of, of)
}

// Add adds what another session gave.
func (c *Counts) Add(other Counts) {
	for _, pair := range [][2]*Count{
		{&c.User, &other.User}, {&c.Assistant, &other.Assistant}, {&c.Calls, &other.Calls},
		{&c.Results, &other.Results}, {&c.Images, &other.Images}, {&c.Thinking, &other.Thinking},
		{&c.Context, &other.Context},
	} {
		pair[0].Arrived += pair[1].Arrived
		pair[0].Of += pair[1].Of
	}
	c.Extra += other.Extra
}
