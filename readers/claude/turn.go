package claude

import (
	"slices"

	"stead/adapters/claude"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// turn makes out the state of the conversation's turn from its records.
type turn struct {
	state readers.Turn
	open  map[string]bool // calls without a result
	// spoke is set while the last record of the conversation is the model's text.
	spoke bool
	// tellsCost says that a cost-state record closes the session, and not a last-prompt record.
	tellsCost bool
	early     early
}

// signs is what a record says about the turn beyond its entries.
type marks struct {
	kind                              kind
	id, parent                        string
	subtype, stopReason               string
	isFailure, isSynthetic, tellsCost bool
	isLastPrompt, isCost              bool
}

func marksOf(line []byte) marks {
	r := claude.Peek(line)
	m := claude.PeekMessage(r.Message)
	return marks{
		kind: kindOf(&r, &m), id: r.UUID.String(), parent: r.Parent.String(), subtype: r.Subtype.String(),
		stopReason:   m.StopReason.String(),
		isFailure:    r.IsAPIError,
		isLastPrompt: r.Type.Is(claude.TypeLastPrompt), isCost: r.Type.Is(claude.TypeCost),
		isSynthetic: m.Model.Is(claude.Synthetic), tellsCost: r.TurnOrigin != nil,
	}
}

func isInterruption(e *timeline.Entry) bool {
	return e.Origin != nil && e.Origin.Kind == timeline.Interruption
}

func newTurn() turn { return turn{open: map[string]bool{}} }

// see notes a record and returns the state that it brings, or nothing.
func (t *turn) see(r recordtree.Record) readers.Turn {
	before, s := t.state, marksOf(r.Entries[0].Native.Raw)
	for _, e := range r.Entries {
		t.note(e)
	}
	t.tellsCost = t.tellsCost || s.tellsCost
	switch {
	case s.isFailure:
		t.state = readers.TurnFailed
	case slices.ContainsFunc(r.Entries, isInterruption):
		t.state = readers.TurnInterrupted
	case slices.ContainsFunc(r.Entries, (*timeline.Entry).StartsTurn):
		t.state, t.spoke = readers.TurnStarted, false
		clear(t.open)
		t.early.begin(s)
		return t.state // each prompt is a turn
	case s.kind == response && t.stops(s):
		t.state = readers.TurnCompleted
	case s.subtype == claude.SubtypeTurnDuration && !before.Ended():
		t.state = readers.TurnCompleted
	case t.closes(s) && !before.Ended():
		t.state = t.closing()
	}
	if t.state.Ended() && t.state != before && s.id != "" {
		t.early.end(s, t.state)
	}
	if state, ok := t.early.see(s); ok {
		t.state = state
	}
	if t.state == before {
		return ""
	}
	return t.state
}

func (t *turn) note(e *timeline.Entry) {
	switch {
	case e.Hidden, e.IsContext():
		return
	case e.Type == timeline.ToolCall:
		t.open[e.ID] = true
	case e.Type == timeline.ToolResult:
		delete(t.open, e.CallID)
	}
	t.spoke = e.Type == timeline.Assistant && !e.Content.IsEmpty()
}

// stops reports whether a response ends the turn: the model stopped by itself, and no call waits for its result.
// Synthetic responses are partial texts of a turn that was stopped, and the marker of that follows.
func (t *turn) stops(s marks) bool {
	switch s.stopReason {
	case "end_turn", "max_tokens", "stop_sequence", "refusal":
		return t.spoke && len(t.open) == 0 && !s.isSynthetic
	}
	return false
}

// closes reports whether a record is the one that the CLI closes a session with.
func (t *turn) closes(s marks) bool {
	if t.tellsCost {
		return s.isCost
	}
	return s.isLastPrompt
}

// closing is the state of a turn that has not told its end when the CLI closes the session.
func (t *turn) closing() readers.Turn {
	if t.spoke && len(t.open) == 0 {
		return readers.TurnCompleted
	}
	return readers.TurnInterrupted
}
