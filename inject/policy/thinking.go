package policy

import (
	"fmt"

	"stead/inject"
	"stead/timeline"
	"stead/writers"
)

// Thinking says what happens to the model's reasoning in a delivery.
type Thinking string

// The thinking policies.
const (
	// DefaultThinking keeps what the target can use: thinking that its own vendor signed, or all of it if nothing is
	// signed. The rest is stripped.
	DefaultThinking Thinking = ""
	// Strip omits it.
	Strip Thinking = "strip"
	// AsText delivers it as visible text of the assistant.
	AsText Thinking = "text"
	// Keep delivers it as thinking, and fails if the target cannot use it.
	Keep Thinking = "keep"
)

// ParseThinking parses a policy from the command line. Errors wrap inject.ErrPolicy.
func ParseThinking(text string) (Thinking, error) {
	switch t := Thinking(text); t {
	case DefaultThinking, Strip, AsText, Keep:
		return t, nil
	}
	return "", fmt.Errorf("thinking %w %q is not known: use strip, text or keep", inject.ErrPolicy, text)
}

// thinkingFilter applies the policy entry by entry.
type thinkingFilter struct {
	policy Thinking
	// takes reports whether the target can use an entry's thinking.
	takes    func(*timeline.Entry) bool
	stripped int
	of       writers.Amounts
}

func (f *thinkingFilter) keep(e *timeline.Entry) (*timeline.Entry, bool) {
	if e.Type != timeline.Assistant || e.Thinking.IsEmpty() {
		return e, true
	}
	if f.takes(e) && f.policy != Strip && f.policy != AsText {
		return e, true
	}
	if f.policy == AsText {
		return asText(e), true
	}
	f.stripped++
	f.of.AddItem(writers.Thinking, e.Thinking.Characters())
	bare := *e
	bare.Thinking, bare.Native = timeline.Text{}, nil
	return &bare, !bare.Content.IsEmpty() || len(bare.Attachments) > 0
}

// asText returns the entry with its thinking before its text.
func asText(e *timeline.Entry) *timeline.Entry {
	visible := *e
	visible.Content = timeline.Join([]timeline.Text{e.Thinking, e.Content}, "\n\n")
	visible.Thinking, visible.Native = timeline.Text{}, nil
	return &visible
}
