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

// Signal implements inject.Signaller. The records tell turns, their errors and how much of the plan's windows is used;
// on a terminal Codex tells its state by an escape sequence of its own (OSC 7501), of which a permission is the only
// one that stands nowhere else. Attempts are in the event stream, and on the screen (0.169.0).
//
// Its hooks would tell the permission too. But those given on the command line must carry a hash by which Codex trusts
// them; where a version makes it otherwise, the start is blocked by the question whether they may run (seen with
// 0.169.0).
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

// ofMessage reads how a turn has ended. That one has begun is no sign: the record of it may be seen later than the
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

// ofEnd reads the error of a turn's end. It has a code, which is a text or an object of one member.
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

// nearly is from which share on a window is worth speaking of, in percent.
const nearly = 90

// ofWindows reads how much of the plan's windows is used, which comes with every response. The fuller one counts.
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

// ofItem reads a call: should a permission be asked for next, it is for that.
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

// ofNotice reads the state that Codex reports to the terminal: "state=blocked:app=codex:kind=permission". Its record
// reports an error, with the reason.
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
