package codex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/internal/regular"
)

// segment is a part of a session that lies in one file: its own rollout, or the beginning of one from which it was forked by
// reference.
type segment struct {
	path string
	// session is the id of the session to which the file belongs. Empty for the session's own.
	session string
	// size is up to where the file belongs to the segment.
	size  int64
	index *index
	// begin is the offset of the segment's first line, skipped how many lines stand before it: 0 but where only a part of a file is read.
	begin   int64
	skipped int
}

// input is the part of the segment's open file.
func (s segment) input(file *os.File) io.Reader {
	return io.NewSectionReader(file, s.begin, s.size-s.begin)
}

// placed returns a line of the segment's input with its place in the file.
func (s segment) placed(line jsonl.Line) jsonl.Line {
	line.Number, line.Offset = line.Number+s.skipped, line.Offset+s.begin
	return line
}

// openFile opens a rollout. The error says what to do about a compressed one.
func openFile(path string) (*os.File, error) {
	compressed := strings.TrimSuffix(path, format.CompressedExtension) + format.CompressedExtension
	plain := strings.TrimSuffix(path, format.CompressedExtension)
	if plain != path {
		path = plain + format.Extension
	} else {
		compressed = strings.TrimSuffix(path, format.Extension) + format.CompressedExtension
	}
	file, err := regular.Open(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if _, err := os.Stat(compressed); err == nil {
		return nil, fmt.Errorf("%s is compressed: unpack it beside itself (zstd -d %s) and try again: %w",
			compressed, compressed, adapter.ErrFormat)
	}
	return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
}

// scan indexes a file up to its present end, or up to the first line that has the ordinal end when end is not negative.
func scan(ctx context.Context, path string, end int64) (segment, error) {
	file, err := openFile(path)
	if err != nil {
		return segment{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return segment{}, err
	}
	s := segment{path: file.Name(), size: info.Size(), index: newIndex()}
	if end >= 0 {
		if s.size, err = offsetOf(ctx, io.NewSectionReader(file, 0, s.size), end, s.size); err != nil {
			return segment{}, fmt.Errorf("read %s: %w", path, err)
		}
	}
	for chunk, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, s.size), findFacts) {
		if err != nil {
			return segment{}, fmt.Errorf("read %s: %w", path, err)
		}
		s.index.addChunk(chunk)
	}
	return s, nil
}

// offsetOf returns where the first line begins whose ordinal is end or more, or size when there is none.
func offsetOf(ctx context.Context, input io.Reader, end, size int64) (int64, error) {
	find := func(lines []jsonl.Line) int64 {
		for _, line := range lines {
			if o := format.Peek(line.Bytes).Ordinal; o != nil && o.Int() >= end {
				return line.Offset
			}
		}
		return -1
	}
	for offset, err := range jsonl.Map(ctx, input, find) {
		if err != nil {
			return 0, err
		}
		if offset >= 0 {
			return offset, nil
		}
	}
	return size, nil
}

// ancestry returns the segments of a session, oldest first: a fork by reference inherits its parent's lines, which may be a
// fork as well.
func ancestry(ctx context.Context, path string) ([]segment, error) {
	own, err := scan(ctx, path, -1)
	if err != nil {
		return nil, err
	}
	chain := []segment{own}
	seen := map[string]bool{own.index.meta.Get("id").String(): true}
	for base := own.index.base(); base.thread != ""; base = chain[0].index.base() {
		if seen[base.thread] {
			return nil, fmt.Errorf("read %s: its history leads back to session %s in a circle: %w", path, base.thread, adapter.ErrFormat)
		}
		seen[base.thread] = true
		parent, err := findParent(path, base.thread)
		if err != nil {
			return nil, err
		}
		s, err := scan(ctx, parent, base.end)
		if err != nil {
			return nil, err
		}
		s.session = base.thread
		chain = append([]segment{s}, chain...)
	}
	return chain, nil
}

// base says where a fork by reference inherits its history from: the lines of thread with an ordinal below end.
type base struct {
	thread string
	end    int64
}

func (x *index) base() base {
	b := x.meta.Get("history_base")
	if !b.IsObject() {
		return base{}
	}
	return base{thread: b.Get("thread_id").String(), end: b.Get("end_ordinal_exclusive").Int()}
}

// findParent returns the rollout of a parent.
func findParent(path, id string) (string, error) {
	found, err := findRollout(path, id)
	if err == nil {
		return found, nil
	}
	return "", fmt.Errorf("%s is a fork that holds only what came after the fork; its beginning is in session %s, which is not in the store "+
		"(sessions, archived_sessions): restore that rollout and try again: %w", path, id, adapter.ErrNotFound)
}

// findRollout returns the rollout of a session: beside another one's, or elsewhere in its store.
func findRollout(path, id string) (string, error) {
	beside, _ := os.ReadDir(filepath.Dir(path))
	for _, entry := range beside {
		if format.SessionID(entry.Name()) == id {
			return filepath.Join(filepath.Dir(path), entry.Name()), nil
		}
	}
	if root := format.RootOf(path); root != "" {
		return format.Find(root, id)
	}
	return "", adapter.ErrNotFound
}
