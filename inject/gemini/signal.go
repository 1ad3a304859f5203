package gemini

import (
	"strconv"
	"time"

	"stead/adapters/gemini"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. In a terminal, the title shows the state, and the screen shows the questions.
// Hooks would report more, but they can only be in the user's own files, or in system settings that the CLI reads only
// from folders of root. The debug log also reports attempts, but it copies the whole history on each call (0.61.0).
// Therefore attempts are known from the standard error of a headless run, and in a terminal only if the user has set
// the CLI to show full errors.
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return ofEvent(said)
	case inject.Output:
		return attempt(string(said))
	case inject.Record:
		return ofRecord(gemini.Peek(said))
	case inject.Title:
		return ofTitle(string(said))
	case inject.Notice:
		return ofNotice(string(said))
	case inject.Screen:
		return ofScreen(said)
	}
	return signals.Signal{}, false
}

func ofEvent(event jsonl.Value) (signals.Signal, bool) {
	switch {
	case event.Get("type").Is("init"):
		return signals.Signal{State: signals.Working}, true
	case event.Get("type").Is("result") && event.Get("status").Is("error"):
		return refusal.Ended(0, event.Get("error", "message").String()), true
	case event.Get("type").Is("result"):
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

var (
	failedAttempt = lazy.Regexp(`^Attempt (\d+) failed(?: with status (\d+)| with (429|5)\w* error)?`)
	retryingAfter = lazy.Regexp(`Retrying after (\d+)ms`)
)

// attempt reads a message on a failed request that the CLI will repeat. It contains the service's message, which may
// have several lines. The last line holds the delay.
func attempt(said string) (signals.Signal, bool) {
	failed, again := failedAttempt().FindStringSubmatch(said), retryingAfter().FindStringSubmatch(said)
	if failed == nil && again == nil {
		return signals.Signal{}, false
	}
	limit := signals.Limit{Kind: signals.Throttle} // only these failures come with a delay from the service
	if failed != nil {
		limit.Attempt = number(failed[1])
		limit.Kind = kindOf(number(failed[2]+failed[3]), said)
	}
	if again != nil {
		limit.Delay = time.Duration(number(again[1])) * time.Millisecond
	}
	return signals.Signal{State: signals.Working, About: said, Limit: &limit}, true
}

// kindOf returns the kind of a failure. A failure without a status counts as a connection failure.
func kindOf(status int, message string) signals.Kind {
	if status == 5 {
		return signals.Overloaded
	}
	if kind, ok := refusal.Kind(status, message); ok {
		return kind
	}
	return signals.Network
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// ofRecord reads prompts, and errors, which the CLI records as it displayed them. It ignores other records after the
// prompt: the CLI first writes an answer as if it had no calls, and the title shows the rest sooner.
func ofRecord(line gemini.Line) (signals.Signal, bool) {
	if line.Kind != gemini.Message {
		return signals.Signal{}, false
	}
	kind, content := line.Value.Get("type"), line.Value.Get("content")
	switch {
	case kind.Is(gemini.ErrorLine):
		return refusal.Ended(0, content.String()), true
	case kind.Is(gemini.User) && isPrompt(content):
		return signals.Signal{State: signals.Working}, true
	}
	return signals.Signal{}, false
}

func isPrompt(content jsonl.Value) bool {
	for part := range jsonl.Elements(content) {
		if text := part.Get("text"); text != nil {
			return !gemini.IsBeside(timeline.RawText(text))
		}
	}
	return false
}
