package codex

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/internal/jsonl"
	"stead/readers"
	"stead/timeline"
)

// tail follows a rollout.
type tail struct {
	lines  *jsonl.Tail
	folder string
	index  *index
	joiner *joiner
	// after is the line after which the tail began.
	after int
	// stood is how the turn stood when the tail began.
	stood readers.Turn
	// pending are records that wait for the end of a code mode call: what it ran is told after it.
	pending []record
}

var _ readers.Tailer = Reader{}

// Tail begins after what the rollout holds now, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{folder: filepath.Dir(location.Path), index: newIndex(), joiner: newJoiner()}
	s, err := scan(ctx, location.Path, -1)
	if errors.Is(err, adapter.ErrNotFound) {
		t.lines = jsonl.NewTail(location.Path, 0, 0)
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	return t, t.catchUp(ctx, s)
}

// catchUp reads what is there already, for what it says about what is to come.
func (t *tail) catchUp(ctx context.Context, s segment) error {
	file, err := openFile(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	end, err := jsonl.LastLineEnd(file, s.size)
	if err != nil {
		return err
	}
	type chunk struct {
		facts   chunkFacts
		records []record
	}
	read := func(lines []jsonl.Line) chunk { return chunk{findFacts(lines), jsonl.Each(lines, parse)} }
	for c, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, end), read) {
		if err != nil {
			return err
		}
		t.after += len(c.records)
		t.index.addChunk(c.facts)
		for _, r := range c.records {
			t.stood = cmp.Or(r.turn, t.stood)
		}
		t.release(c.records)
	}
	t.lines = jsonl.NewTail(s.path, end, t.after)
	return nil
}

// LastTurn implements readers.TurnReporter.
func (t *tail) LastTurn() readers.Turn { return t.stood }

// Watch returns the rollout's folder.
func (t *tail) Watch() []string { return []string{t.folder} }

// Next returns what was appended. Records after the call of a code mode script are held until the script has ended.
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	if err := ctx.Err(); err != nil {
		return readers.Progress{}, err
	}
	lines, err := t.lines.Next()
	if err != nil {
		return readers.Progress{}, err
	}
	t.index.addChunk(findFacts(lines))
	records := jsonl.Each(lines, parse)
	var p readers.Progress
	for _, r := range records {
		if r.turn != "" {
			p.Turn = r.turn
		}
	}
	p.Entries = t.release(records)
	return p, nil
}

// release joins the records whose story is complete, and returns the entries of those that are new.
func (t *tail) release(records []record) []*timeline.Entry {
	t.joiner.ownFrom = t.index.ownFrom()
	t.pending = append(t.pending, records...)
	ready := len(t.pending)
	if script := t.index.openScript(); script > 0 && !t.turnEnded(script) {
		for i, r := range t.pending {
			if r.number == script {
				ready = i
			}
		}
	}
	var entries []*timeline.Entry
	for _, r := range t.pending[:ready] {
		joined := t.joiner.join(r, t.index.scripts[r.number])
		if r.number > t.after {
			entries = append(entries, joined...)
		}
	}
	t.pending = append([]record(nil), t.pending[ready:]...)
	return entries
}

// turnEnded reports whether a turn ended after a line, so that nothing more of a script is to come.
func (t *tail) turnEnded(line int) bool {
	for _, r := range t.pending {
		if r.number > line && r.turn.Ended() {
			t.index.running = nil
			return true
		}
	}
	return false
}
