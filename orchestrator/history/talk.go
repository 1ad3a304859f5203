package history

import "stead/timeline"

// Talk goes through the entries of a conversation and knows whether something in it is still open. The zero value has
// seen no entry.
type Talk struct {
	// Said counts the entries of the conversation.
	Said  int
	open  map[string]bool // calls without a result
	asked bool            // the last message is a prompt
}

// See takes the next entry.
func (t *Talk) See(e *timeline.Entry) {
	if !e.Active() {
		return
	}
	t.Said++
	if e.IsContext() { // context contains no request
		return
	}
	switch e.Type {
	case timeline.User:
		t.Again()
		t.asked = true
	case timeline.ToolCall:
		if t.open == nil {
			t.open = map[string]bool{}
		}
		t.open[e.ID], t.asked = true, false
	case timeline.ToolResult:
		delete(t.open, e.CallID)
	default:
		t.asked = false
	}
}

// Again begins a turn. Open calls of an interrupted turn no longer count.
func (t *Talk) Again() { clear(t.open) }

// HasOpenCalls reports whether a call waits for its result.
func (t *Talk) HasOpenCalls() bool { return len(t.open) > 0 }

// IsSettled reports whether nothing is open: no call waits for its result, and no prompt for an answer.
func (t *Talk) IsSettled() bool { return !t.HasOpenCalls() && !t.asked }
