package inject

import "stead/internal/adapt/jsonl"

// CallAnnouncer is a driver of a CLI that records a call only after making it, or together with its result. Its event
// stream announces the call earlier.
type CallAnnouncer interface {
	// Calls returns the calls that a line of the event stream announces.
	Calls(event []byte) []Call
}

// Call is an announced call.
type Call struct {
	// ID is the call's id in the CLI's records.
	ID string
	// Text describes the call, as "tool: main argument".
	Text string
}

// BlocksOfCalls returns the calls that an event of type assistant holds as blocks of its message. This is the form of
// Claude Code's stream-json (2.1.197), which Qwen Code inherited.
func BlocksOfCalls(line []byte) (calls []Call) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("assistant") {
		return nil
	}
	for block := range jsonl.Elements(event.Get("message", "content")) {
		if block.Get("type").Is("tool_use") {
			calls = append(calls, Call{ID: block.Get("id").String(),
				Text: Asking(block.Get("name").String(), block.Get("input"))})
		}
	}
	return calls
}
