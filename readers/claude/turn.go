package claude

import (
	"slices"

	"stead/adapters/claude"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// turn determines the state of the conversation's turn from its records.
type turn struct {
	state readers.Turn
	open  map[string]bool // calls without a result
	// spoke is set while the last entry of the conversation is a text from the model.
	spoke bool
	// tellsCost reports that a cost-state record closes the session, instead of a last-prompt record.
	tellsCost bool
	early     early
}

// marks is what a record says about the turn beyond its entries.
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

// see processes a record and returns the new state of the turn, or "" if it is unchanged.
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

// stops reports whether a response ends the turn: the model stopped by itself, and no call is waiting for its result.
// Synthetic responses are partial texts of an interrupted turn, and the marker of the interruption follows them.
func (t *turn) stops(s marks) bool {
	switch s.stopReason {
	case "end_turn", "max_tokens", "stop_sequence", "refusal":
		return t.spoke && len(t.open) == 0 && !s.isSynthetic
	}
	return false
}

// closes reports whether the CLI closes a session with this record.
func (t *turn) closes(s marks) bool {
	if t.tellsCost {
		return s.isCost
	}
	return s.isLastPrompt
}

// closing returns the state of a turn without a recorded end when the CLI closes the session.
func (t *turn) closing() readers.Turn {
	if t.spoke && len(t.open) == 0 {
		return readers.TurnCompleted
	}
	return readers.TurnInterrupted
}
