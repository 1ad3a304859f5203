package inject

import "stead/internal/adapt/jsonl"

// CallAnnouncer is a driver of a CLI that records a call later than it makes it, or only when it has its result. Its
// event stream tells of the call before.
type CallAnnouncer interface {
	// Calls returns the calls that a line of the event stream announces.
	Calls(event []byte) []Call
}

// Call is one that was announced.
type Call struct {
	// ID is its id, as the CLI's records have it.
	ID string
	// Text says what it does, as "tool: main argument".
	Text string
}

// BlocksOfCalls returns the calls that an event of type assistant holds as blocks of its message: the form of Claude
// Code's stream-json (2.1.197), which Qwen Code has from it.
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
