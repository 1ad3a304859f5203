package pi

import (
	"cmp"
	"context"

	"stead/internal/adapter"
	"stead/internal/format/pi"
	"stead/internal/recordtree"
	"stead/readers"
)

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{}
	file, err := recordtree.Follow(ctx, location.Path, format{}, func(before recordtree.Record) { t.stood = cmp.Or(turnOf(before), t.stood) })
	if err != nil {
		return nil, err
	}
	t.Tail = file
	return t, nil
}

type tail struct {
	*recordtree.Tail
	// stood is how the turn stood when the tail began.
	stood readers.Turn
}

// Stands implements readers.Stander.
func (t *tail) Stands() readers.Turn { return t.stood }

// Next returns the entries of the records that were appended. See [readers.Tail].
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	records, err := t.Tail.Next(ctx)
	for _, record := range records {
		progress.Entries = append(progress.Entries, record.Entries...)
		if state := turnOf(record); state != "" {
			progress.Turn = state
		}
	}
	return progress, err
}

// turnOf returns the state of the turn that a record brings, or nothing. After an answer that failed the CLI may try again.
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
