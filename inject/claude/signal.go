package claude

import (
	"strings"
	"time"

	"stead/adapters/claude"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. A headless run reports everything in its event stream. On a terminal, the hooks
// report what the CLI waits for and how a turn failed, the records report the end of a turn, and the window's title
// reports that the turn continues. A retry appears only on the screen (2.1.197).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return ofEvent(said)
	case inject.Hook:
		return ofHook(said)
	case inject.Record:
		return ofRecord(said)
	case inject.Title:
		return ofTitle(string(said))
	case inject.Screen:
		return ofScreen(said)
	}
	return signals.Signal{}, false
}

func ofEvent(event jsonl.Value) (signals.Signal, bool) {
	switch event.Get("type").String() {
	case "system":
		return ofSystem(event)
	case "rate_limit_event":
		return ofWindow(event.Get("rate_limit_info"))
	case "result":
		return ofResult(event)
	}
	return signals.Signal{}, false
}

func ofSystem(event jsonl.Value) (signals.Signal, bool) {
	switch event.Get("subtype").String() {
	case "init":
		return signals.Signal{State: signals.Working}, true
	case "api_retry":
		return retrying(event), true
	}
	return signals.Signal{}, false
}

// retrying reads a failed request that will be retried. A request without an answer has no status.
func retrying(event jsonl.Value) signals.Signal {
	code := event.Get("error").String()
	delay := time.Duration(event.Get("retry_delay_ms").Float() * float64(time.Millisecond))
	limit := &signals.Limit{Kind: signals.Network, Attempt: int(event.Get("attempt").Int()), Delay: delay}
	if status := int(event.Get("error_status").Int()); status != 0 {
		limit.Kind = kindOf(code, status, "")
	}
	return signals.Signal{State: signals.Working, About: code, Limit: limit}
}

// ofWindow reads the used share of a subscription's window, which every response contains. A refusal without the end of
// the window is not about the window. After a refusal of paid usage beyond the plan, the CLI continues.
func ofWindow(window jsonl.Value) (signals.Signal, bool) {
	limit := signals.Limit{Kind: signals.Usage}
	if at := window.Get("resetsAt").Int(); at > 0 {
		limit.Reset = time.Unix(at, 0).UTC()
	}
	switch status := window.Get("status"); {
	case status.Is("allowed_warning"):
		limit.Near = window.Get("utilization").Float()
		return signals.Signal{Limit: &limit}, limit.Near > 0
	case !status.Is("rejected"), window.Get("isUsingOverage").Bool(), window.Get("overageStatus").Is("allowed"):
		return signals.Signal{}, false
	}
	limit.Final = true
	if limit.Reset.IsZero() {
		limit.Kind = signals.Throttle
	}
	return signals.Signal{Limit: &limit}, true
}

// ofResult reads the end of a headless turn. A failed request says success, but sets is_error. An interrupted turn is
// not a failure.
func ofResult(event jsonl.Value) (signals.Signal, bool) {
	signal := signals.Signal{State: signals.Input}
	if message, failed := (Driver{}).Failure(event); failed && !event.Get("terminal_reason").Is("aborted_streaming") {
		signal = ended("", int(event.Get("api_error_status").Int()), message)
	}
	signal.Cost = event.Get("total_cost_usd").Float()
	return signal, true
}

// ofRecord reads the record of a failed turn, and of the end of any turn. Prompts are not signals: they are written
// some 100 ms late, sometimes after the permission request of their turn.
func ofRecord(line jsonl.Value) (signals.Signal, bool) {
	r := claude.Peek(line)
	switch {
	case r.IsSidechain:
	case r.IsAPIError:
		return ofFailure(line, r), true
	case r.Subtype.Is(claude.SubtypeTurnDuration):
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

func ofFailure(line jsonl.Value, r claude.Record) signals.Signal {
	var text string
	for block := range jsonl.Elements(claude.PeekMessage(r.Message).Content) {
		text = block.Get("text").String()
	}
	signal := ended(line.Get("error").String(), int(line.Get("apiErrorStatus").Int()), text)
	if at, err := time.Parse(time.RFC3339, r.Timestamp.String()); err == nil && signal.Limit != nil {
		signal.Limit.Reset = resetOf(text, at)
	}
	return signal
}

// ofTitle reads the mark before the session's name: a rotating wheel during a turn, and a star otherwise, whatever the
// CLI waits for. The wheel consists of dots in 2.1.197 and is a circle in 2.1.332, which has plain characters for
// screen readers.
func ofTitle(title string) (signals.Signal, bool) {
	mark, _, _ := strings.Cut(title, " ")
	switch mark {
	case "⠂", "⠐", "◐", "◑", ">":
		return signals.Signal{State: signals.Working}, true
	case "✳", "*":
		return signals.Signal{Rests: true}, true
	}
	return signals.Signal{}, false
}
