package clido

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"stead/internal/adapter"
	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/readers"
)

// tail follows a session's file.
type tail struct {
	file   *jsonl.Tail
	folder string
	joiner *joiner
}

// Tail begins after what the file holds now, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{folder: filepath.Dir(location.Path), joiner: newJoiner()}
	lines, size, err := t.catchUp(ctx, location.Path)
	if err != nil {
		return nil, fmt.Errorf("follow session %s: %w", location.Path, err)
	}
	t.file = jsonl.NewTail(location.Path, size, lines)
	return t, nil
}

// catchUp reads what is there already, for the calls that wait for results. A line that is being written is left for later.
func (t *tail) catchUp(ctx context.Context, path string) (lines int, size int64, err error) {
	file, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	for line, err := range jsonl.Lines(ctx, file) {
		if err != nil {
			return 0, 0, err
		}
		end := line.Offset + int64(len(line.Bytes)) + 1
		if !endsLine(file, end-1) {
			break
		}
		t.joiner.join(parse(line))
		lines, size = line.Number, end
	}
	return lines, size, nil
}

func endsLine(file io.ReaderAt, at int64) bool {
	var feed [1]byte
	_, err := file.ReadAt(feed[:], at)
	return err == nil && bytes.Equal(feed[:], []byte{'\n'})
}

// Watch returns the folder of the session's file. It may not exist yet.
func (t *tail) Watch() []string { return []string{t.folder} }

// Next returns the entries of the lines that were appended. See [readers.Tail].
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	var progress readers.Progress
	lines, err := t.file.Next()
	if err != nil {
		return progress, fmt.Errorf("follow session: %w", err)
	}
	for _, l := range lines {
		if err := ctx.Err(); err != nil {
			return progress, err
		}
		parsed := parse(l)
		progress.Entries = append(progress.Entries, t.joiner.join(parsed)...)
		if parsed.turn != "" {
			progress.Turn = parsed.turn
		}
	}
	return progress, nil
}
