package codex

import (
	"strings"
	"time"

	"stead/adapters/codex"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. The records contain turns, their errors and the used share of the plan's windows.
// On a terminal, Codex reports its state with an escape sequence of its own (OSC 7501). Of those states, only a
// permission request appears nowhere else. Retries are in the event stream and on the screen (0.169.0).
//
// Its hooks would report the permission request, too. But hooks from the command line must carry a hash with which
// Codex trusts them. In a version that computes the hash differently, the question whether they may run blocks the
// start (seen with 0.169.0).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return ofEvent(said)
	case inject.Record:
		return ofRecord(said)
	case inject.Notice:
		return ofNotice(string(said))
	case inject.Screen:
		return ofScreen(said)
	}
	return signals.Signal{}, false
}

func ofEvent(event jsonl.Value) (signals.Signal, bool) {
	switch event.Get("type").String() {
	case "turn.started":
		return signals.Signal{State: signals.Working}, true
	case "turn.completed":
		return signals.Signal{State: signals.Input}, true
	case "turn.failed":
		return ended("", event.Get("error", "message").String()), true
	case "error":
		return retrying(event.Get("message").String())
	}
	return signals.Signal{}, false
}

func ofRecord(line jsonl.Value) (signals.Signal, bool) {
	l := codex.Peek(line)
	switch l.Type {
	case codex.EventMessage:
		return ofMessage(l.Payload)
	case codex.ResponseItem:
		return ofItem(l.Payload)
	}
	return signals.Signal{}, false
}

// ofMessage reads how a turn ended. The beginning of a turn is not a signal, because its record may be seen after the
// event of its failure.
func ofMessage(message jsonl.Value) (signals.Signal, bool) {
	switch message.Get("type").String() {
	case "task_complete", "turn_complete":
		return ofEnd(message.Get("error")), true
	case "turn_aborted":
		return signals.Signal{State: signals.Input}, true
	case "token_count":
		return ofWindows(message.Get("rate_limits"))
	}
	return signals.Signal{}, false
}

// ofEnd reads the error at the end of a turn. It has a code, which is a string or an object with one member.
func ofEnd(failure jsonl.Value) signals.Signal {
	if failure.IsNull() {
		return signals.Signal{State: signals.Input}
	}
	code := failure.Get("codex_error_info")
	for name := range jsonl.Members(code) {
		return ended(string(name), failure.Get("message").String())
	}
	return ended(code.String(), failure.Get("message").String())
}

// nearly is the share of a window, in percent, from which it is worth reporting.
const nearly = 90

// ofWindows reads the used share of the plan's windows, which every response contains. The fuller window counts.
func ofWindows(windows jsonl.Value) (signals.Signal, bool) {
	limit := signals.Limit{Kind: signals.Usage}
	for _, name := range []string{"primary", "secondary"} {
		window := windows.Get(name)
		used := window.Get("used_percent").Float()
		if used < nearly || used/100 <= limit.Near {
			continue
		}
		limit.Near, limit.Reset = min(used/100, 1), time.Unix(window.Get("resets_at").Int(), 0).UTC()
	}
	return signals.Signal{Limit: &limit}, limit.Near > 0
}

// ofItem reads a call, in case the next permission request is for it.
func ofItem(item jsonl.Value) (signals.Signal, bool) {
	switch item.Get("type").String() {
	case "function_call":
		return called(item, item.Get("name").String(), jsonl.Value(item.Get("arguments").String())), true
	case "custom_tool_call":
		return patched(item), true
	case "function_call_output", "custom_tool_call_output":
		id := item.Get("call_id").String()
		return signals.Signal{Answered: id}, id != ""
	}
	return signals.Signal{}, false
}

// ofNotice reads the state that Codex reports to the terminal: "state=blocked:app=codex:kind=permission". An error is
// reported by its record, which has the reason.
func ofNotice(text string) (signals.Signal, bool) {
	said := map[string]string{}
	for part := range strings.SplitSeq(text, ":") {
		key, value, _ := strings.Cut(part, "=")
		said[key] = value
	}
	if said["app"] != codex.Name {
		return signals.Signal{}, false
	}
	switch said["state"] {
	case "working":
		return signals.Signal{State: signals.Working}, true
	case "blocked":
		if said["kind"] == "permission" {
			return signals.Signal{State: signals.Permission}, true
		}
		return signals.Signal{State: signals.Input}, true
	case "idle", "done":
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}
