package gemini

import (
	"stead/inject"
	"stead/internal/adapt/jsonl"
)

var _ inject.CallAnnouncer = Driver{}

// Calls implements inject.CallAnnouncer. The CLI records a response only together with the results of its calls
// (0.61.0).
func (Driver) Calls(line []byte) []inject.Call {
	event := jsonl.Value(line)
	if !event.Get("type").Is("tool_use") {
		return nil
	}
	text := inject.Asking(event.Get("tool_name").String(), event.Get("parameters"))
	return []inject.Call{{ID: event.Get("tool_id").String(), Text: text}}
}
