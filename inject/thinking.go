package inject

import (
	"fmt"

	"stead/timeline"
)

// Thinking says what becomes of the model's reasoning on the way.
type Thinking string

// The thinking policies.
const (
	// DefaultThinking keeps what comes from the target's own vendor and strips the rest.
	DefaultThinking Thinking = ""
	// Strip leaves it out.
	Strip Thinking = "strip"
	// AsText delivers it as visible text of the assistant.
	AsText Thinking = "text"
	// Keep delivers it as thinking. Only the vendor that signed it accepts it.
	Keep Thinking = "keep"
)

// ParseThinking reads a policy as it is written on the command line. Errors wrap ErrPolicy.
func ParseThinking(text string) (Thinking, error) {
	switch t := Thinking(text); t {
	case DefaultThinking, Strip, AsText, Keep:
		return t, nil
	}
	return "", fmt.Errorf("thinking %w %q is not known: use strip, text or keep", ErrPolicy, text)
}

// thinkingFilter applies the policy entry by entry.
type thinkingFilter struct {
	policy Thinking
	// sameVendor tells whether an entry comes from the target's vendor, so that the target accepts its signature.
	sameVendor func(*timeline.Entry) bool
	stripped   int
}

func (f *thinkingFilter) keep(e *timeline.Entry) (*timeline.Entry, bool) {
	if e.Type != timeline.Assistant || e.Thinking.IsEmpty() {
		return e, true
	}
	if f.sameVendor(e) && f.policy != Strip && f.policy != AsText {
		return e, true
	}
	if f.policy == AsText {
		return asText(e), true
	}
	f.stripped++
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
