package extract

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"stead/internal/adapt/jsonl"
)

// surveyFiles makes the state anew from the two files, up to the last whole line of each.
func (f *files) surveyFiles(ctx context.Context) error {
	if err := f.state.forget(ctx); err != nil {
		return err
	}
	c := change{segments: map[identity][]segment{}}
	var err error
	if c.messages, err = lastLineEnd(f.messages); err != nil {
		return err
	}
	if c.events, err = lastLineEnd(f.events); err != nil {
		return err
	}
	if err := f.surveyEvents(ctx, &c); err != nil {
		return err
	}
	f.committed = c.committed
	if err := os.RemoveAll(filepath.Join(f.own, seenFile)); err != nil {
		return err
	}
	return f.state.commit(ctx, c)
}

// surveyEvents finds the segments of the sessions.
func (f *files) surveyEvents(ctx context.Context, c *change) error {
	var at int64
	var last identity
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(f.events, 0, c.events)) {
		if err != nil {
			return err
		}
		length := int64(len(line.Bytes)) + 1
		id := sessionOf(line.Bytes)
		if parts := c.segments[id]; id == last && len(parts) > 0 {
			parts[len(parts)-1].length += length
		} else {
			c.segments[id] = append(parts, segment{at, length})
		}
		at, last = at+length, id
	}
	return nil
}

// lastLineEnd returns the length of a file without the half line at its end.
func lastLineEnd(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	block := make([]byte, 64<<10)
	for end := info.Size(); end > 0; {
		from := max(0, end-int64(len(block)))
		n, err := file.ReadAt(block[:end-from], from)
		if err != nil {
			return 0, err
		}
		for i := n - 1; i >= 0; i-- {
			if block[i] == '\n' {
				return from + int64(i) + 1, nil
			}
		}
		end = from
	}
	return 0, nil
}

// hashAt is where the hash of a message begins in its line, which begins with it.
const hashAt = len(`{"hash":"`)

// tabulate adds the messages to the table of seen texts that it lacks.
func (f *files) tabulate(ctx context.Context) error {
	if f.tabled >= f.committed.messages {
		return nil
	}
	var keys []seenKey
	add := func() error {
		err := f.seen.Add(keys)
		keys = keys[:0]
		return err
	}
	number := 0
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(f.messages, f.tabled, f.committed.messages-f.tabled)) {
		if err != nil {
			return err
		}
		number++
		key, err := keyOf(line.Bytes)
		if err != nil {
			return fmt.Errorf("%s: line %d after byte %d: %w", f.messages.Name(), number, f.tabled, err)
		}
		if keys = append(keys, key); len(keys) >= mostPending {
			if err := add(); err != nil {
				return err
			}
		}
	}
	f.tabled = f.committed.messages
	return add()
}

func keyOf(line []byte) (k seenKey, err error) {
	if len(line) < hashAt+2*len(k) {
		return k, io.ErrUnexpectedEOF
	}
	_, err = hex.Decode(k[:], line[hashAt:hashAt+2*len(k)])
	return k, err
}
