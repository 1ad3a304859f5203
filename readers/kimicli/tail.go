package kimicli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// tail follows a session's context, over the files that it is moved to, and its wire file for the turns.
type tail struct {
	path    string
	offset  int64  // in the file that counts: always a line's beginning
	edge    []byte // what stands before the offset
	screen  *jsonl.Tail
	scanner scanner
	joiner  *joiner
	// after is the position after which the tail began: -1 before all.
	after int
	// isBare is set while the file has no prompt of the CLI's own before its lines, which it may get.
	isBare bool
}

var _ readers.Tailer = Reader{}

// Tail begins after what the session holds now, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	location.Path = contextPath(location.Path)
	t := &tail{
		path: location.Path, screen: jsonl.NewTail(format.WirePath(location.Path), 0, 0), after: -1,
		scanner: scanner{seed: maphash.MakeSeed(), compares: true}, joiner: newJoiner(newIndex(), newClock()),
	}
	t.joiner.remembersAll = true
	if _, err := t.look(); err != nil {
		return nil, err
	}
	for _, path := range format.Contexts(location.Path) {
		if err := t.catchUp(ctx, path); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// catchUp reads what a context file holds already.
func (t *tail) catchUp(ctx context.Context, path string) error {
	t.begin(path)
	_, err := jsonl.Follow(ctx, path, func(line jsonl.Line) {
		t.pass(line)
		t.take([]jsonl.Line{line})
		t.after = max(t.after, t.joiner.end())
	})
	return err
}

// begin continues with the next context file.
func (t *tail) begin(path string) {
	t.joiner.begin(path)
	t.offset, t.edge, t.isBare = 0, nil, false
}

// edgeLength is how much of what was read is compared with what stands there later.
const edgeLength = 256

// pass goes behind a line.
func (t *tail) pass(line jsonl.Line) {
	t.offset = line.Offset + int64(len(line.Bytes)) + 1
	t.edge = append(t.edge[:0], line.Bytes[max(0, len(line.Bytes)-edgeLength):]...)
	t.edge = append(t.edge, '\n')
}

// take joins lines and returns the entries of those that are new. All lines are indexed before the first is joined:
// what a compaction keeps is written behind it.
func (t *tail) take(lines []jsonl.Line) []*timeline.Entry {
	positions := make([]int, len(lines))
	for i, f := range t.scanner.scan(lines) {
		t.joiner.add(f)
		if t.joiner.index.last().lines == 1 {
			t.isBare = !f.isPrompt
		}
		positions[i] = t.joiner.end()
	}
	var entries []*timeline.Entry
	for i, line := range lines {
		for _, e := range t.joiner.join(parse(line), positions[i]) {
			if positions[i] > t.after {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// look reads what the screen saw. It returns the last sign of a turn.
func (t *tail) look() (readers.Turn, error) {
	if format.IsFlat(t.path) {
		return "", nil
	}
	lines, err := t.screen.Next()
	var last readers.Turn
	for _, line := range lines {
		if turn := t.joiner.clock.add(line.Bytes); turn != "" {
			last = turn
		}
	}
	return last, err
}

// Watch returns the session's folder.
func (t *tail) Watch() []string { return []string{filepath.Dir(t.path)} }

// Next returns what was added.
func (t *tail) Next(ctx context.Context) (p readers.Progress, err error) {
	if err := ctx.Err(); err != nil {
		return p, err
	}
	if p.Turn, err = t.look(); err != nil {
		return p, err
	}
	contexts := format.Contexts(t.path)
	for len(contexts) > len(t.joiner.files) { // the file that was followed has been moved aside
		moved := contexts[len(t.joiner.files)-1]
		entries, err := t.read(moved)
		p.Entries = append(p.Entries, entries...)
		if err != nil {
			return p, err
		}
		t.begin(contexts[len(t.joiner.files)])
	}
	entries, err := t.read(t.path)
	p.Entries = append(p.Entries, entries...)
	if errors.Is(err, jsonl.ErrShrunk) && len(format.Contexts(t.path)) > len(t.joiner.files) {
		err = nil // it was moved aside just now
	}
	return p, err
}

// errReplaced is what becomes of a session that the CLI does not find where it looks for it: it deletes the file and
// begins an empty session of the same id.
var errReplaced = fmt.Errorf("the CLI did not find the session and put an empty one in its place: %w", jsonl.ErrShrunk)

// read returns what was added to a context file. The CLI may put another file in its place at any moment: the same with
// its prompt before it (soul/context.py, write_system_prompt). What was read of two files does not count.
func (t *tail) read(path string) ([]*timeline.Entry, error) {
	for {
		stood, _ := os.Stat(path)
		isBare, offset := t.isBare, t.offset
		found, err := t.added(path)
		if stands, _ := os.Stat(path); stood != nil && stands != nil && !os.SameFile(stood, stands) {
			t.isBare, t.offset = isBare, offset
			continue
		}
		for _, line := range found {
			t.pass(line)
		}
		return t.take(found), err
	}
}

// added returns the lines that were added to a context file.
func (t *tail) added(path string) ([]jsonl.Line, error) {
	if t.isBare {
		if added := promptLength(path); added > 0 {
			t.isBare, t.offset = false, t.offset+added
		}
	}
	if err := t.compare(path); err != nil {
		return nil, err
	}
	return jsonl.NewTail(path, t.offset, t.joiner.index.last().lines).Next()
}

// compare fails when a context file is no longer the one that was read: nothing is ever taken out of it.
func (t *tail) compare(path string) error {
	file, err := regular.Open(path)
	if errors.Is(err, os.ErrNotExist) || len(t.edge) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	stands := make([]byte, len(t.edge))
	if n, err := file.ReadAt(stands, t.offset-int64(len(t.edge))); err != nil && !errors.Is(err, io.EOF) {
		return err
	} else if n < len(stands) || !bytes.Equal(stands, t.edge) {
		return fmt.Errorf("%s: %w", path, errReplaced)
	}
	return nil
}

// promptLength returns the length of the first line, when that is the CLI's own prompt, which it puts before a session
// that was brought to it.
func promptLength(path string) int64 {
	file, err := regular.Open(path)
	if err != nil {
		return 0
	}
	defer file.Close()
	for line, err := range jsonl.Lines(context.Background(), file) {
		if err == nil && format.Peek(jsonl.Trim(line.Bytes)).Role.Is(format.RoleSystemPrompt) {
			return int64(len(line.Bytes)) + 1
		}
		break
	}
	return 0
}
