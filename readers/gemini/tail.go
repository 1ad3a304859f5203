package gemini

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// tail follows a session.
type tail struct {
	lines        *jsonl.Tail
	folder       string
	conversation *conversation
	// stood is the state of the turn when the tail started.
	stood readers.Turn
	// branches maps the entries that left the conversation to their branches.
	branches map[string]string
}

var _ readers.Tailer = Reader{}

// Tail starts at the current end of the session, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{folder: filepath.Dir(location.Path), conversation: newConversation()}
	s, err := openSource(location.Path)
	if errors.Is(err, adapter.ErrNotFound) {
		t.lines = jsonl.NewTail(location.Path, 0, 0)
		return t, nil
	}
	if err == nil {
		err = s.cutHalfLine()
	}
	if err != nil {
		return nil, err
	}
	last := 0
	for r, err := range s.records(ctx) {
		if err != nil {
			return nil, err
		}
		last = r.number
		events := t.conversation.events
		entries := t.conversation.add(r)
		t.stood = cmp.Or(turnOf(r, entries, t.conversation.events > events), t.stood)
	}
	t.lines = jsonl.NewTail(location.Path, s.size, last)
	t.branches, _ = t.conversation.entries.branches()
	return t, nil
}

// LastTurn implements readers.TurnReporter.
func (t *tail) LastTurn() readers.Turn { return t.stood }

// Watch returns the session's folder.
func (t *tail) Watch() []string { return []string{t.folder} }

// Next returns the entries of the appended records.
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	if err := ctx.Err(); err != nil {
		return readers.Progress{}, err
	}
	lines, err := t.lines.Next()
	if err != nil {
		return readers.Progress{}, err
	}
	var p readers.Progress
	for _, r := range jsonl.Each(lines, parse) {
		events := t.conversation.events
		entries := t.conversation.add(r)
		p.Entries = append(p.Entries, entries...)
		if turn := turnOf(r, entries, t.conversation.events > events); turn != "" {
			p.Turn, p.Unsure = turn, turn == readers.TurnCompleted
		}
	}
	if len(lines) > 0 {
		before := t.branches
		t.branches, _ = t.conversation.entries.branches()
		p.Moved = !maps.Equal(before, t.branches)
	}
	return p, nil
}

// turnOf returns the state of the turn that a record implies. The CLI writes no sign for the end of a turn. An answer
// without calls counts as the end, until the CLI writes the same message again with its calls. If a request fails, the
// CLI only drops the prompt.
func turnOf(r record, entries []*timeline.Entry, dropped bool) readers.Turn {
	if r.kind == format.Update {
		return turnOfUpdate(r, dropped)
	}
	if r.kind != format.Message {
		return ""
	}
	switch r.messages[0].role {
	case format.ErrorLine:
		return readers.TurnFailed
	case format.InfoLine:
		if entries[0].StopReason != "" {
			return readers.TurnInterrupted
		}
		return ""
	}
	return turnOfTalk(entries)
}

// turnOfUpdate detects a resume and a failed request.
func turnOfUpdate(r record, dropped bool) readers.Turn {
	switch {
	case r.value.Get("sessionId") != nil:
		return readers.TurnExpected
	case r.replaces && dropped:
		return readers.TurnFailed
	}
	return ""
}

// turnOfTalk returns the state of the turn after a message. A prompt begins a turn, and so does a text that makes the
// model continue. Other context does not.
func turnOfTalk(entries []*timeline.Entry) readers.Turn {
	last := entries[len(entries)-1]
	switch {
	case last.Hidden:
		return ""
	case last.Type == timeline.Assistant && !last.Content.IsBlank():
		return readers.TurnCompleted
	case last.Type != timeline.User || slices.ContainsFunc(entries, begins):
		return readers.TurnStarted
	}
	return ""
}

func begins(e *timeline.Entry) bool {
	isOrder := e.Origin != nil && e.Origin.Kind == timeline.Hook && e.Origin.Name == format.AfterAgent
	return e.StartsTurn() || isOrder
}
