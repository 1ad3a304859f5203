package pi

import (
	"context"

	"stead/adapters/adapter"
	"stead/adapters/pi"
	"stead/internal/adapt/recordtree"
	"stead/internal/adapt/treereader"
	"stead/readers"
)

var _ readers.Tailer = Reader{}

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	return treereader.Follow(ctx, location.Path, format{}, turnOf, turnOf)
}

// turnOf returns the state of the turn that a record implies, or nothing. The CLI may retry after a failed answer.
func turnOf(record recordtree.Record) readers.Turn {
	r := pi.Peek(record.Entries[0].Native.Raw)
	m := pi.PeekMessage(r.Message)
	switch {
	case m.Role.Is(pi.RoleUser):
		return readers.TurnStarted
	case !m.Role.Is(pi.RoleAssistant) || m.StopReason.Is("toolUse"):
		return ""
	case m.StopReason.Is("error"):
		return readers.TurnFailed
	case m.StopReason.Is("aborted"):
		return readers.TurnInterrupted
	}
	return readers.TurnCompleted
}
