package codex

import (
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// interrupted is the stop reason of the hidden entry that says that the user stopped a turn.
const interrupted = "interrupted"

// event reads an event message. Response items hold what it draws; only what they lack is taken from it.
func (r *record) event(p jsonl.Value) {
	switch p.Get("type").String() {
	case "item_completed":
		r.outcome = itemOutcome(p.Get("item"))
	case "patch_apply_end":
		r.outcome = &outcome{call: p.Get("call_id").String(), failed: string(p.Get("success")) == "false"}
	case "exec_command_end":
		r.outcome = exitOutcome(p.Get("call_id").String(), p.Get("exit_code"))
	case "token_count":
		info := p.Get("info")
		r.usage = newUsage(info.Get("last_token_usage"), info.Get("total_token_usage"), false)
	case "task_started", "turn_started":
		r.turn = readers.TurnStarted
	case "task_complete", "turn_complete":
		r.complete(p.Get("error"))
	case "turn_aborted":
		r.turn = readers.TurnInterrupted
		r.hide(textOf(p.Get("reason")))
		r.entries[0].StopReason = interrupted
	case "error", "stream_error":
		r.hide(textOf(p.Get("message")))
	}
}

// complete reads a turn's end. The CLI writes it after a failure, too.
func (r *record) complete(failure jsonl.Value) {
	r.turn = readers.TurnCompleted
	if failure.IsNull() {
		return
	}
	r.turn = readers.TurnFailed
	text := textOf(failure)
	if failure.IsObject() {
		text = textOf(failure.Get("message"))
	}
	r.hide(text)
}

// itemOutcome tells how the tool's run ended that an item is about, or returns nil when it is about something else.
func itemOutcome(item jsonl.Value) *outcome {
	var id, kind, exit, status, failure jsonl.Value // in one walk: most items have no error, and all have their output
	for key, value := range jsonl.Members(item) {
		switch string(key) {
		case "id":
			id = value
		case "type":
			kind = value
		case "exit_code":
			exit = value
		case "status":
			status = value
		case "error":
			failure = value
		}
	}
	var o *outcome
	switch kind.String() {
	case "CommandExecution":
		o = exitOutcome(id.String(), exit)
	case "FileChange", "McpToolCall":
		o = &outcome{call: id.String()}
	default:
		return nil
	}
	o.failed = o.failed || status.Is("failed") || status.Is("declined")
	o.message = failure.Get("message").String()
	return o
}

func exitOutcome(id string, exit jsonl.Value) *outcome {
	o := &outcome{call: id}
	if !exit.IsNull() {
		o.exit, o.hasExit, o.failed = exit.Int(), true, exit.Int() != 0
	}
	return o
}

// usage is what one response cost.
type usage struct {
	timeline.Usage
	// total is the session's sum so far, by which a repeated count is known.
	total jsonl.Value
	// isRecord marks a record of its own; a token_count beside it repeats it.
	isRecord bool
}

// newUsage reads a count, or returns nil when there is none. The CLI counts as input, too, what the cache has and
// takes.
func newUsage(count, total jsonl.Value, isRecord bool) *usage {
	if !count.IsObject() {
		return nil
	}
	cached, written := count.Get("cached_input_tokens").Int(), count.Get("cache_write_input_tokens").Int()
	return &usage{
		Usage: timeline.Usage{
			Input:      max(0, count.Get("input_tokens").Int()-cached-written),
			Output:     count.Get("output_tokens").Int(),
			CacheRead:  cached,
			CacheWrite: written,
			Reasoning:  count.Get("reasoning_output_tokens").Int(),
		},
		total: total, isRecord: isRecord,
	}
}
