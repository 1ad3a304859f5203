package provider

import (
	"slices"
	"strings"
	"sync"
)

// Step is one answer of a script.
type Step struct {
	// When says which turns the step answers; nil means any.
	When func(Request) bool
	// Reply is the answer.
	Reply Reply
	// Always keeps the step for later turns; else it answers once.
	Always bool
}

// Steps makes a script that gives these replies in order.
func Steps(replies ...Reply) []Step {
	steps := make([]Step, len(replies))
	for i, reply := range replies {
		steps[i] = Step{Reply: reply}
	}
	return steps
}

// Prompted matches turns whose last typed prompt contains text.
func Prompted(text string) func(Request) bool {
	return func(r Request) bool { return strings.Contains(r.Prompt(), text) }
}

// Exhausted is the answer to a turn that no step of the script matches. It is
// an ordinary reply, so that no CLI retries, and a text that a test notices.
const Exhausted = "The provider's script has no reply for this turn."

// script hands out the replies. It is safe for concurrent use: a CLI can have
// several requests in flight.
type script struct {
	mu    sync.Mutex
	steps []Step
}

func (s *script) add(steps []Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, steps...)
}

// next returns the reply of the first step that takes the request.
func (s *script) next(request Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, step := range s.steps {
		if step.When != nil && !step.When(request) {
			continue
		}
		if !step.Always {
			s.steps = slices.Delete(s.steps, i, i+1)
		}
		return step.Reply
	}
	return Say(Exhausted)
}

// named answers a request for a title. Both CLIs demand JSON of one field.
const named = `{"title":"Scripted session"}`

// summary answers a compaction; Claude Code looks for the tag.
const summary = "<summary>A scripted summary.</summary>"

// schema is the structured output that a request demands.
type schema struct {
	Properties map[string]any
}

// isTitle says whether a request wants a name for the session: Claude Code
// 2.1.197 and Codex 0.169.0 both ask beside the first turn of a terminal
// session, and both for an object with nothing but a title.
func (s schema) isTitle() bool {
	_, title := s.Properties["title"]
	return title && len(s.Properties) == 1
}
