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
	// stood is how the turn stood when the tail began.
	stood readers.Turn
	// branches are those of the entries that have left the conversation, by id.
	branches map[string]string
}

var _ readers.Tailer = Reader{}

// Tail begins after what the session holds now, or at its beginning. See [readers.Tailer].
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

// Next returns what was appended.
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

// turnOf reads a record's sign. The CLI writes none for the end of a turn: an answer without calls is taken for it,
// until the same message is written again with its calls. When the request fails it only drops the prompt.
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

// turnOfUpdate reads the signs of a resume and of a failed request.
func turnOfUpdate(r record, dropped bool) readers.Turn {
	switch {
	case r.value.Get("sessionId") != nil:
		return readers.TurnExpected
	case r.replaces && dropped:
		return readers.TurnFailed
	}
	return ""
}

// turnOfTalk reads the signs of a message: a prompt, or what has the model go on, begins a turn. What is told beside
// does not.
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
