package codex

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
)

// segment is a part of a session that lies in one file: a file of its own, or the beginning of one from which it was
// forked by reference.
type segment struct {
	path string
	// session is the id of the session to which the file belongs. Empty for the session's own.
	session string
	// opens is the id of a file with which its session did not begin.
	opens string
	// size is up to where the file belongs to the segment.
	size  int64
	index *index
	// begin is the offset of the segment's first line, skipped how many lines stand before it: 0 but where only a part of
	// a file is read.
	begin   int64
	skipped int
	// before is what the older files of its session hold.
	before extent
	cuts   []cut
}

// extent is how much files hold.
type extent struct {
	bytes int64
	lines int
}

// cut is where the user left a segment by a rewind.
type cut struct {
	rewind int // which one of the session, from 1
	// end is the ordinal of the first line that was left: nothing of the segment was kept where it is 0.
	end  int64
	line int // of the session; 0 for none
}

// input is the part of the segment's open file.
func (s *segment) input(file *rollout) io.Reader { return file.part(s.begin, s.size) }

// placed returns a line of the segment's input with its place in the session, whose files follow one another.
func (s *segment) placed(line jsonl.Line) jsonl.Line {
	line.Number += s.skipped + s.before.lines
	line.Offset += s.begin + s.before.bytes
	return line
}

func (s *segment) placedAll(lines []jsonl.Line) []jsonl.Line {
	for i := range lines {
		lines[i] = s.placed(lines[i])
	}
	return lines
}

// branch returns the id of the branch to which a line belongs that the user left by a rewind.
func (s *segment) branch(line int) string {
	for _, c := range s.cuts {
		if c.line > 0 && line >= c.line {
			return format.RewindID(c.rewind)
		}
	}
	return ""
}

// scan indexes the segment's file up to its present end, or up to the first line that has the ordinal end when end is
// not negative.
func (s *segment) scan(ctx context.Context, end int64) error {
	file, err := openFile(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	s.path, s.index = file.Name(), newIndex()
	if s.size, err = file.size(); err != nil {
		return err
	}
	if end >= 0 {
		if s.size, err = offsetOf(ctx, s.input(file), end, s.size); err != nil {
			return fmt.Errorf("read %s: %w", s.path, err)
		}
	}
	return s.indexLines(ctx, file)
}

// scanned is what a chunk of lines tells.
type scanned struct {
	chunkFacts
	cuts  []int // for each cut the line at which it is, 0 for none
	bytes int64
}

func (s *segment) indexLines(ctx context.Context, file *rollout) error {
	read := func(lines []jsonl.Line) scanned {
		lines = s.placedAll(lines)
		found := scanned{chunkFacts: findFacts(lines), cuts: make([]int, len(s.cuts))}
		for i, c := range s.cuts {
			found.cuts[i] = lineOf(lines, c.end)
		}
		found.bytes = bytesOf(lines)
		return found
	}
	bytes := int64(0)
	for chunk, err := range jsonl.Map(ctx, s.input(file), read) {
		if err != nil {
			return fmt.Errorf("read %s: %w", s.path, err)
		}
		s.index.addChunk(chunk.chunkFacts)
		bytes += chunk.bytes
		for i, line := range chunk.cuts {
			if s.cuts[i].line == 0 {
				s.cuts[i].line = line
			}
		}
	}
	if s.size == unknown {
		s.size = bytes
	}
	return nil
}

// bytesOf returns how long lines are with their line feeds.
func bytesOf(lines []jsonl.Line) (sum int64) {
	for _, line := range lines {
		sum += int64(len(line.Bytes)) + 1
	}
	return sum
}

// lineOf returns the first line whose ordinal is end or more: 0 when there is none, and the very first one for an end
// of 0.
func lineOf(lines []jsonl.Line, end int64) int {
	for _, line := range lines {
		if end == 0 || isFrom(line, end) {
			return line.Number
		}
	}
	return 0
}

// offsetOf returns where the first line begins whose ordinal is end or more, or size when there is none.
func offsetOf(ctx context.Context, input io.Reader, end, size int64) (int64, error) {
	find := func(lines []jsonl.Line) int64 {
		for _, line := range lines {
			if isFrom(line, end) {
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

// after returns how much the session's files hold up to and with this one.
func (s *segment) after() extent {
	return extent{s.before.bytes + s.size, s.before.lines + s.index.lines}
}

func (s *segment) folder() string { return filepath.Dir(s.path) }
