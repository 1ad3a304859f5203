package kimi

import (
	"cmp"
	"context"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// tail follows a wire file.
type tail struct {
	parser
	lines  *jsonl.Tail
	joiner *joiner
	// after is the last line that existed when the tail started.
	after int
	// stood is the state of the turn when the tail started.
	stood readers.Turn
	// pending are the records since a part of an answer for which it is not known yet whether the CLI will repeat it.
	pending []record
}

var _ readers.Tailer = Reader{}

// Tail starts at the current end of the wire file, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{parser: parser{filepath.Dir(location.Path)}, joiner: newJoiner(newIndex())}
	t.joiner.remembersAll = true
	var err error
	t.lines, err = jsonl.Follow(ctx, location.Path, func(line jsonl.Line) {
		t.after = line.Number
		t.stood = cmp.Or(t.release([]jsonl.Line{line}).Turn, t.stood)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// LastTurn implements readers.TurnReporter.
func (t *tail) LastTurn() readers.Turn { return t.stood }

// Watch returns the wire file's folder.
func (t *tail) Watch() []string { return []string{t.agent} }

// Next returns the entries of the appended lines.
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	if err := ctx.Err(); err != nil {
		return readers.Progress{}, err
	}
	lines, err := t.lines.Next()
	if err != nil {
		return readers.Progress{}, err
	}
	return t.release(lines), nil
}

// release joins the records whose outcome is known, and returns the entries of the new ones.
func (t *tail) release(lines []jsonl.Line) readers.Progress {
	var p readers.Progress
	left := len(t.joiner.abandoned)
	t.joiner.addChunk(findFacts(lines))
	p.Moved = len(t.joiner.abandoned) > left
	for _, r := range jsonl.Each(lines, t.parse) {
		if r.turn != "" {
			p.Turn = r.turn
		}
		t.pending = append(t.pending, r)
		if r.decides || !t.pending[0].isPart {
			p.Entries = append(p.Entries, t.join()...)
		}
	}
	return p
}

func (t *tail) join() []*timeline.Entry {
	var entries []*timeline.Entry
	for _, r := range t.pending {
		joined := t.joiner.join(r)
		if r.number > t.after {
			entries = append(entries, joined...)
		}
	}
	t.pending = t.pending[:0]
	return entries
}
