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

// tail follows a session's context across the files that the CLI moves it to, and its wire file for the turns.
type tail struct {
	path    string
	offset  int64  // in the current file: always the beginning of a line
	edge    []byte // the bytes before the offset
	screen  *jsonl.Tail
	scanner scanner
	joiner  *joiner
	// after is the last position that existed when the tail started, or -1 if there was none.
	after int
	// isBare is set while the file does not begin with the CLI's system prompt, which the CLI may insert later.
	isBare bool
}

var _ readers.Tailer = Reader{}

// Tail starts at the current end of the session, or at its beginning. See [readers.Tailer].
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

// catchUp reads the existing content of a context file.
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

// edgeLength is the number of bytes before the offset that the tail compares with later reads.
const edgeLength = 256

// pass advances the offset past a line.
func (t *tail) pass(line jsonl.Line) {
	t.offset = line.Offset + int64(len(line.Bytes)) + 1
	t.edge = append(t.edge[:0], line.Bytes[max(0, len(line.Bytes)-edgeLength):]...)
	t.edge = append(t.edge, '\n')
}

// take joins lines and returns the entries of those that are new. It indexes all lines before it joins the first one,
// because the messages that a compaction keeps follow the compaction.
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

// look reads the new lines of the wire file. It returns the last state of the turn that they imply.
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

// Next returns the entries of the added lines.
func (t *tail) Next(ctx context.Context) (p readers.Progress, err error) {
	if err := ctx.Err(); err != nil {
		return p, err
	}
	if p.Turn, err = t.look(); err != nil {
		return p, err
	}
	contexts := format.Contexts(t.path)
	for len(contexts) > len(t.joiner.files) { // the CLI has moved the followed file aside
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
		err = nil // the CLI has moved it aside just now
	}
	return p, err
}

// errReplaced means that the CLI did not find the session where it looked for it. In this case, it deletes the file and
// begins an empty session with the same id.
var errReplaced = fmt.Errorf("the CLI did not find the session and put an empty one in its place: %w", jsonl.ErrShrunk)

// read returns the lines that were added to a context file. The CLI may replace the file at any moment with one that
// begins with its system prompt (soul/context.py, write_system_prompt). If that happens during a read, the result mixes
// two files, and read tries again.
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

// compare returns an error if a context file is no longer the one that was read. The CLI never removes lines from a
// file.
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

// promptLength returns the length of the first line if it is the CLI's system prompt, which the CLI inserts into a
// converted session. Otherwise it returns 0.
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
