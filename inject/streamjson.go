package inject

import "stead/internal/adapt/jsonl"

// InitSession returns the session's id in an init event, the first of the event stream of Claude Code and of CLIs that
// print one like it.
func InitSession(line []byte) (id string, ok bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("system") || !event.Get("subtype").Is("init") {
		return "", false
	}
	id = event.Get("session_id").String()
	return id, id != ""
}

// FailedResult reports whether a line is the result event with which such an event stream ends, and says that the
// request failed, and its message, which may be empty.
func FailedResult(line []byte) (message string, ok bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("result") || !event.Get("is_error").Bool() {
		return "", false
	}
	return event.Get("result").String(), true
}
