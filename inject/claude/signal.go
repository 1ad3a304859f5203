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

// Signal implements inject.Signaller. A headless run says all in its event stream. On a terminal the hooks tell what is
// waited for and how a turn failed, the records its end, and the window's title that it goes on; that a request is
// tried again stands on the screen alone (2.1.197).
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

// retrying reads a failed request that will be made again. One that got no answer has no status.
func retrying(event jsonl.Value) signals.Signal {
	code := event.Get("error").String()
	delay := time.Duration(event.Get("retry_delay_ms").Float() * float64(time.Millisecond))
	limit := &signals.Limit{Kind: signals.Network, Attempt: int(event.Get("attempt").Int()), Delay: delay}
	if status := int(event.Get("error_status").Int()); status != 0 {
		limit.Kind = kindOf(code, status, "")
	}
	return signals.Signal{State: signals.Working, About: code, Limit: limit}
}

// ofWindow reads how much of a subscription's window is used, which comes with every response. A refusal that does not
// say when the window ends is none of the window's; and one of what is paid for beside the plan goes on.
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

// ofResult reads the end of a headless turn. A failed request says success, with is_error set; an interrupted turn is
// no failure.
func ofResult(event jsonl.Value) (signals.Signal, bool) {
	signal := signals.Signal{State: signals.Input}
	if message, failed := (Driver{}).Failure(event); failed && !event.Get("terminal_reason").Is("aborted_streaming") {
		signal = ended("", int(event.Get("api_error_status").Int()), message)
	}
	signal.Cost = event.Get("total_cost_usd").Float()
	return signal, true
}

// ofRecord reads the record of a failed turn, and of the end of any. Prompts are no sign: they are written some 100 ms
// late, at times after the permission that their turn asks for.
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

// ofTitle reads what stands before the session's name: a wheel that turns while a turn goes on, and a star otherwise,
// whatever is waited for. The wheel is of dots in 2.1.197 and a circle in 2.1.332, which has plain signs for screen
// readers.
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
