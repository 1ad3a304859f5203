package recordtree

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// resumed is how many bytes before a position are read again, to know what the records after it follow.
const resumed = 64 << 10

// From yields the entries of the records from a position to the end. If those change how a record before the position
// is read, the range yields only the error anew. See [stead/readers.Resumer].
//
// It reads a window before the position, and what follows it, as a session of its own. If that gives the same result
// for the window's lines as the window alone does, the appended records continue from them.
func From(ctx context.Context, path string, format Format, offset int64, line int,
	anew error) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		s, err := resume(ctx, path, format, offset, line)
		switch {
		case err != nil:
			yield(nil, fmt.Errorf("read session %s on: %w", path, err))
			return
		case !s.continues():
			yield(nil, anew)
			return
		}
		for e, err := range s.whole.Entries(ctx) {
			if err == nil && e.Native.Line < line {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// resumption is a session without its beginning.
type resumption struct {
	// whole is the part that is read, window the part of it before the position.
	whole  *Session
	window *index
}

func resume(ctx context.Context, path string, format Format, offset int64, line int) (resumption, error) {
	file, err := regular.Open(path)
	if err != nil {
		return resumption{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && info.Size() < offset {
		err = jsonl.ErrShrunk
	}
	if err != nil {
		return resumption{}, err
	}
	begin, err := windowBefore(file, offset)
	if err != nil {
		return resumption{}, err
	}
	r := resumption{whole: &Session{path: path, format: format, begin: begin}}
	if r.window, err = buildIndex(ctx, io.NewSectionReader(file, begin, offset-begin), format); err == nil {
		r.whole.index, err = buildIndex(ctx, io.NewSectionReader(file, begin, info.Size()-begin), format)
	}
	if err == nil {
		r.whole.index.size = info.Size() - begin
		r.whole.skipped = line - 1 - int(r.window.nodes.last)
	}
	return r, err
}

// windowBefore returns where the first complete line of the window begins. If the last line is longer than the window,
// the window is extended.
func windowBefore(file *os.File, offset int64) (int64, error) {
	for size := int64(resumed); size < offset; size *= 4 {
		window := make([]byte, size)
		if _, err := file.ReadAt(window, offset-size); err != nil {
			return 0, err
		}
		if at := bytes.IndexByte(window, '\n') + 1; int64(at) < size {
			return offset - size + int64(at), nil
		}
	}
	return 0, nil
}

// decided are the flags of a line that determine its entries.
const decided = isReplaced | isActive | hasUsage | isTyped | isText | isFragment

// continues reports whether the records after the window leave the window's lines unchanged, and follow them.
func (r resumption) continues() bool {
	x, before := r.whole.index, r.window
	if x.loose > before.nodes.last || len(x.edits) > len(before.edits) || x.about.Asides > before.about.Asides ||
		r.whole.skipped < 0 {
		return false
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		now := x.nodes.at(line)
		if now.root != 0 && (line > before.nodes.last || before.nodes.at(line).root == 0) {
			return false // a branch was left
		}
		if line <= before.nodes.last && before.nodes.at(line).flags&decided != now.flags&decided {
			return false
		}
	}
	return true
}
