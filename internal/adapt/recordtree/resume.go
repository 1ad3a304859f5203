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

// resumed is how much of what stands before a position is read again, to know what the records behind it follow.
const resumed = 64 << 10

// From yields the entries of the records from a position to the end. When those change how a record before the position
// is read, the range is the error anew alone. See [stead/readers.Resumer].
//
// A window before the position and what follows it are read as if they were a session of their own. If that tells the
// same of the window's lines as the window alone does, what was appended goes on from them.
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

// resumption is a session of which the beginning is left out.
type resumption struct {
	// whole is what is read of it, window what of that stands before the position.
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

// windowBefore returns where the first whole line of the window begins. A last line that is longer than the window
// makes it longer.
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

// decided are the flags of a line that decide what is told of it.
const decided = isReplaced | isActive | hasUsage | isTyped | isText | isFragment

// continues reports whether what stands behind the window leaves the window's lines as they are, and follows them.
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
