package claude

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stead/internal/adapter"
	"stead/internal/jsonl"
	"stead/readers"
	"stead/timeline"
)

// primed is how much of the end of a session a tail reads before it begins, to know what the records to come follow. The ids
// of calls of longer ago are not asked for: what goes on follows the leaf, or a prompt.
const primed = 1 << 20

// Tail follows the session's file. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{path: location.Path, turn: newTurn(), ids: map[string][]string{}}
	lines, size, err := t.measure(ctx)
	if err != nil {
		return nil, fmt.Errorf("follow session %s: %w", t.path, err)
	}
	t.file = jsonl.NewTail(location.Path, size, lines)
	return t, nil
}

// tail follows one session's file.
type tail struct {
	path      string
	file      *jsonl.Tail
	parser    parser
	turn      turn
	boundary  *boundary
	message   string              // whose usage has been told
	timestamp string              // the last one
	ids       map[string][]string // of a record's entries, by uuid, where the last is not the uuid
}

// measure counts what the file holds now, and reads the end of it. A line that is being written is left for later.
func (t *tail) measure(ctx context.Context) (lines int, size int64, err error) {
	file, err := os.Open(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	if lines, size, err = countLines(ctx, file); err != nil {
		return 0, 0, err
	}
	from := max(0, size-primed)
	end := io.NewSectionReader(file, from, size-from)
	for line, err := range jsonl.Lines(ctx, end) {
		if err != nil {
			return 0, 0, err
		}
		if from == 0 || line.Offset > 0 {
			t.read(line)
		}
	}
	return lines, size, nil
}

// countLines returns how many lines are whole, and how many bytes they have.
func countLines(ctx context.Context, file io.Reader) (lines int, size int64, err error) {
	buffer := make([]byte, 256<<10)
	for offset := int64(0); ; {
		n, err := file.Read(buffer)
		if end := bytes.LastIndexByte(buffer[:n], '\n'); end >= 0 {
			lines, size = lines+bytes.Count(buffer[:n], []byte{'\n'}), offset+int64(end)+1
		}
		offset += int64(n)
		if errors.Is(err, io.EOF) {
			return lines, size, nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, 0, err
		}
	}
}

// Watch returns the folder of the session's file. It may not exist yet.
func (t *tail) Watch() []string { return []string{filepath.Dir(t.path)} }

// Next returns the entries of the records that were appended. See [readers.Tail].
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	lines, err := t.file.Next()
	if err != nil {
		return progress, fmt.Errorf("follow session: %w", err)
	}
	for _, line := range lines {
		if err := ctx.Err(); err != nil {
			return progress, err
		}
		entries, state := t.read(line)
		progress.Entries = append(progress.Entries, entries...)
		if state != "" {
			progress.Turn = state
		}
	}
	return progress, nil
}

// read makes a line's entries, and tells the state of the turn that it brings, if any.
func (t *tail) read(line jsonl.Line) ([]*timeline.Entry, readers.Turn) {
	p := t.parser.parse(line)
	s := signsOf(line.Bytes)
	t.complete(&p, s.message)
	return p.entries, t.turn.see(&p, s)
}

// complete sets what the record alone does not tell. The tree is not known while it grows, so there are no branches.
func (t *tail) complete(p *parsed, message string) {
	first := p.entries[0]
	if p.usage != nil && message != t.message {
		first.Usage = p.usage
	}
	if p.kind == response {
		t.message = message
	}
	if ids, ok := t.ids[first.ParentID]; ok {
		first.ParentID = ids[len(ids)-1]
	}
	t.remember(p)
	t.compact(p)
	if first.Timestamp != "" {
		t.timestamp = first.Timestamp
	}
	for _, e := range p.entries {
		e.Timestamp = t.timestamp
	}
}

func (t *tail) remember(p *parsed) {
	if p.uuid == "" || p.entries[len(p.entries)-1].ID == p.uuid {
		return
	}
	ids := make([]string, len(p.entries))
	for i, e := range p.entries {
		ids[i] = e.ID
	}
	t.ids[p.uuid] = ids
}

func (t *tail) compact(p *parsed) {
	if p.boundary != nil {
		t.boundary = p.boundary
	}
	c := p.entries[0].Compaction
	if c == nil || t.boundary == nil {
		return
	}
	c.Trigger = t.boundary.trigger
	for _, uuid := range t.boundary.keeps {
		if ids, ok := t.ids[uuid]; ok {
			c.Keeps = append(c.Keeps, ids...)
		} else {
			c.Keeps = append(c.Keeps, uuid)
		}
	}
	t.boundary = nil
}
