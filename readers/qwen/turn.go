package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// turn determines the state of the conversation's turn from its records.
type turn struct {
	// counts reports that responses include token counts. If they do, a response without counts was cut off.
	counts bool
}

// see reads a record and returns the state of the turn that it implies, or nothing.
func (t *turn) see(record recordtree.Record) readers.Turn {
	r := qwen.Peek(record.Entries[0].Native.Raw)
	switch kindOf(&r) {
	case prompt:
		if slices.ContainsFunc(record.Entries, (*timeline.Entry).StartsTurn) {
			return readers.TurnStarted
		}
	case response:
		hadCounts := t.counts
		t.counts = t.counts || r.Usage != nil
		if calls(record) {
			return ""
		}
		if hadCounts && r.Usage == nil {
			return readers.TurnInterrupted
		}
		return readers.TurnCompleted
	case results:
		if r.Result.Get("status").Is("cancelled") {
			return readers.TurnInterrupted
		}
	case other:
		if isFatal(r.Payload.Get("uiEvent")) {
			return readers.TurnFailed
		}
	}
	return ""
}

func calls(record recordtree.Record) bool {
	for _, e := range record.Entries {
		if e.Type == timeline.ToolCall {
			return true
		}
	}
	return false
}

// isFatal reports whether an event says that a request of the conversation failed permanently. The CLI retries after
// too many requests and after server errors.
func isFatal(event jsonl.Value) bool {
	code := event.Get("status_code").Int()
	return event.Get("event.name").Is("qwen-code.api_error") && event.Get("subagent_name") == nil &&
		code >= 400 && code < 500 && code != 408 && code != 429
}
