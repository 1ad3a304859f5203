package opencode

import (
	"context"
	"slices"
	"strings"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// tail follows a session in the database. It reports a message once it is final, because the CLI overwrites its rows
// until then.
type tail struct {
	follower *format.Follower
	teller   *teller // nil until the session exists
	// mark is the newest state of the turn, with the message that implies it.
	mark mark
	// stood is the state of the turn when the tail started.
	stood readers.Turn
	// revert identifies the content that the user undid.
	revert string
}

type mark struct {
	message string
	turn    readers.Turn
}

var _ readers.Tailer = Reader{}

// Tail starts after the final messages of the session, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	follower, err := format.Follow(location)
	if err != nil {
		return nil, err
	}
	t := &tail{follower: follower}
	if _, err := t.begin(ctx); err != nil {
		return nil, err
	}
	_, err = t.Next(ctx)
	t.stood = t.mark.turn
	return t, err
}

// LastTurn implements readers.TurnReporter.
func (t *tail) LastTurn() readers.Turn { return t.stood }

// begin returns the entry of the session's row, or nil if the session does not exist yet.
func (t *tail) begin(ctx context.Context) (*timeline.Entry, error) {
	row, ok, err := t.follower.Row(ctx)
	if err != nil || !ok {
		return nil, err
	}
	t.teller = newTeller(row)
	return t.teller.session(row), nil
}

// Watch returns the folder of the database.
func (t *tail) Watch() []string { return []string{t.follower.Folder()} }

// Next returns the entries of the messages that have become final since the last call.
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var p readers.Progress
	if err := ctx.Err(); err != nil {
		return p, err
	}
	messages, err := t.follower.Next(ctx)
	if err != nil {
		return p, err
	}
	p.Moved = t.moved()
	if len(messages) == 0 {
		return p, nil
	}
	if t.teller == nil {
		session, err := t.begin(ctx)
		if err != nil || session == nil {
			return p, err
		}
		p.Entries = append(p.Entries, session)
	}
	for i, m := range messages {
		if !isFinal(m, messages[i+1:]) {
			break
		}
		p.Entries = append(p.Entries, t.teller.message(m)...)
		t.follower.Pass(m)
	}
	if s := markOf(messages[len(messages)-1]); s != t.mark {
		t.mark, p.Turn = s, s.turn
	}
	return p, nil
}

// moved reports whether the user undid or redid something since the last call. At the user's next prompt, the CLI first
// deletes the undone content and then clears the mark (1.18.33).
func (t *tail) moved() bool {
	revert := string(t.follower.Revert())
	if revert == "null" {
		revert = ""
	}
	before := t.revert
	t.revert = revert
	if t.teller != nil {
		t.teller.revertTo(t.follower.Revert())
	}
	return revert != before
}

// isFinal reports whether a message will no longer change. A prompt is complete when another message follows it. An
// answer says so itself. If the end of its process cut an answer off, it is final when another answer follows. A prompt
// that follows is not enough, because it may only be waiting.
func isFinal(m format.Message, later []format.Message) bool {
	if !isAnswer(m) {
		return len(later) > 0
	}
	info := m.Row.Data()
	if info.Get("time", "completed") != nil && !isRunning(m) || !info.Get("error").IsNull() {
		return true
	}
	for _, l := range later {
		if isAnswer(l) {
			return true
		}
	}
	return false
}

// isRunning reports whether a call has no result yet. The answer that represents a user's command is complete before it
// contains the command's output (1.18.33).
func isRunning(m format.Message) bool {
	return slices.ContainsFunc(m.Parts, func(part format.Row) bool {
		return jsonl.Value(part.Raw).Get("data", "state", "status").Is("running")
	})
}

func isAnswer(m format.Message) bool { return m.Row.Data().Get("role").Is("assistant") }

// markOf returns the state of the turn after the newest message.
func markOf(m format.Message) mark {
	s := mark{message: m.Row.ID, turn: readers.TurnStarted}
	info := m.Row.Data()
	failure := info.Get("error")
	switch {
	case !isAnswer(m):
	case failure.Get("name").Is(aborted):
		s.turn = readers.TurnInterrupted
	case !failure.IsNull():
		s.turn = readers.TurnFailed
	case info.Get("time", "completed") == nil || info.Get("summary").Bool():
	case wasRefused(m):
		s.turn = readers.TurnInterrupted
	case !info.Get("finish").Is("tool-calls") && !info.Get("finish").Is("unknown"):
		s.turn = readers.TurnCompleted
	}
	return s
}

// wasRefused reports whether the user refused a call. The CLI then sends no further request to the model.
func wasRefused(m format.Message) bool {
	for _, part := range m.Parts {
		if state := jsonl.Value(part.Raw).Get("data", "state"); state.Get("status").Is("error") &&
			strings.HasPrefix(state.Get("error").String(), "The user rejected permission to use this specific tool call") {
			return true
		}
	}
	return false
}
