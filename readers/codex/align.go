package codex

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"stead/internal/jsonl"
)

// place is how far a tail has come: an offset after a line's end, the lines before it, and where the first line ends.
type place struct {
	offset   int64
	lines    int
	firstEnd int64
}

func (p *place) advance(lines []jsonl.Line) {
	for _, line := range lines {
		p.offset = line.Offset + int64(len(line.Bytes)) + 1
		p.lines = line.Number
		if line.Number == 1 {
			p.firstEnd = p.offset
		}
	}
}

// follow goes on from a place.
func (t *tail) follow(p place) {
	t.place = p
	t.lines = jsonl.NewTail(t.path, p.offset, p.lines)
}

// realign meets a first line that has changed its length: codex 0.169.0 adds its model_provider to the metadata of a session that has
// none when it resumes it, so that all other lines move.
func (t *tail) realign() error {
	if t.place.offset == 0 {
		return nil
	}
	file, err := os.Open(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	var last [1]byte
	if n, err := file.ReadAt(last[:], t.place.offset-1); n == 1 && last[0] == '\n' {
		return nil
	} else if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	first, err := firstLineEnd(file)
	if err != nil || first == 0 {
		return err
	}
	moved := t.place
	moved.offset += first - moved.firstEnd
	moved.firstEnd = first
	t.follow(moved)
	return nil
}

// firstLineEnd returns the offset after the first line feed, or 0 when there is none yet.
func firstLineEnd(input io.ReaderAt) (int64, error) {
	window := make([]byte, 64<<10)
	for offset := int64(0); ; offset += int64(len(window)) {
		n, err := input.ReadAt(window, offset)
		if at := bytes.IndexByte(window[:n], '\n'); at >= 0 {
			return offset + int64(at) + 1, nil
		}
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
