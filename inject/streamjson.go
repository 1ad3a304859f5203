package inject

import "stead/internal/adapt/jsonl"

// InitSession returns the session id of an init event, the first event in the stream of Claude Code and of CLIs with a
// similar stream.
func InitSession(line []byte) (id string, ok bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("system") || !event.Get("subtype").Is("init") {
		return "", false
	}
	id = event.Get("session_id").String()
	return id, id != ""
}

// FailedResult returns the message, which may be empty, of a result event that reports a failed request. Such an event
// ends the stream. Ok is false for any other line.
func FailedResult(line []byte) (message string, ok bool) {
	event := jsonl.Value(line)
	if !event.Get("type").Is("result") || !event.Get("is_error").Bool() {
		return "", false
	}
	return event.Get("result").String(), true
}
