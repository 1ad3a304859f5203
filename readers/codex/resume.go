package codex

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Resumer = Reader{}

// resumed is how much of what stands before a position is read again at first, to know what the records behind it
// follow, and mostResumed how much at most: a turn that goes on may have begun some megabytes before. Variables for
// tests.
var resumed, mostResumed int64 = 64 << 10, 4 << 20

// From yields the entries of the records from a position on. See [readers.Resumer].
//
// A window before the position and what follows it are read as if they were the whole rollout. The window must hold
// whatever records behind it refer to: their calls, and where tokens are counted the model and the last counts. It
// grows until it does.
func (Reader) From(ctx context.Context, location adapter.Location, at readers.Position) iter.Seq2[*timeline.Entry,
	error] {
	return func(yield func(*timeline.Entry, error) bool) {
		s, err := resume(ctx, location.Path, at)
		if err != nil {
			yield(nil, fmt.Errorf("read session %s on: %w", location.Path, err))
			return
		}
		p := player{segment: s, joiner: newJoiner(), held: map[int][]record{}}
		p.joiner.ownFrom = s.index.ownFrom()
		p.play(ctx, func(e *timeline.Entry, err error) bool {
			return err == nil && e.Native.Line < at.Line || yield(e, err)
		})
	}
}

// resume returns the window before a position and what follows it.
func resume(ctx context.Context, path string, at readers.Position) (*segment, error) {
	files := format.Files(path)
	file, err := openFile(files[0])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if len(files) > 1 || file.isCompressed {
		return nil, readers.ErrAnew
	}
	info, err := file.Stat()
	if err == nil && info.Size() < at.Offset {
		err = jsonl.ErrShrunk
	}
	if err != nil {
		return nil, err
	}
	meta, err := metaOf(file)
	if err != nil {
		return nil, err
	}
	for size := resumed; ; size *= 4 {
		c := continuation{segment: &segment{path: file.Name(), size: info.Size(), index: newIndex()}, at: at}
		c.index.setMeta(meta)
		if err := c.read(ctx, file, size); err != nil {
			return nil, err
		}
		switch {
		case c.follows():
			return c.segment, nil
		case c.begin == 0 || size >= mostResumed:
			return nil, readers.ErrAnew
		}
	}
}

// metaOf returns the metadata at a rollout's beginning; nil where there is none.
func metaOf(file *rollout) (jsonl.Value, error) {
	heads := headReaders.Get().(*headReader)
	defer headReaders.Put(heads)
	h, err := heads.read(file.part(0, unknown), func(h *head) bool { return h.meta != nil })
	if err != nil {
		return nil, err
	}
	return bytes.Clone(h.meta), nil
}

// continuation is a rollout of which the beginning is left out: a window before a position, and what follows it.
type continuation struct {
	*segment
	at readers.Position
	// Of the window alone: its code mode calls, with how many commands each has, whether it tells the model, and its
	// counts of tokens.
	scripts  map[int]int
	hasModel bool
	totals   int
}

// read indexes a window of some size, and what follows it.
func (c *continuation) read(ctx context.Context, file *rollout, size int64) error {
	window := make([]byte, min(size, c.at.Offset))
	c.begin = c.at.Offset - int64(len(window))
	if _, err := io.ReadFull(io.NewSectionReader(file, c.begin, int64(len(window))), window); err != nil {
		return err
	}
	if c.begin > 0 { // in the middle of a line
		cut := bytes.IndexByte(window, '\n') + 1
		window, c.begin = window[cut:], c.begin+int64(cut)
	}
	c.skipped = c.at.Line - 1 - bytes.Count(window, []byte("\n"))
	c.index.addChunk(findFacts(c.placedAll(jsonl.LinesOf(window))))
	c.scripts, c.hasModel, c.totals = map[int]int{}, c.index.model != "", c.index.totals
	for line, commands := range c.index.scripts {
		c.scripts[line] = len(commands)
	}
	rest := segment{begin: c.at.Offset, size: c.size, skipped: c.at.Line - 1}
	for chunk, err := range jsonl.Map(ctx, rest.input(file),
		func(lines []jsonl.Line) chunkFacts { return findFacts(rest.placedAll(lines)) }) {
		if err != nil {
			return err
		}
		c.index.addChunk(chunk)
	}
	return nil
}

// follows reports whether what stands behind the position leaves the records before it as they are, and refers to none
// before the window.
func (c *continuation) follows() bool {
	if c.index.bare || c.skipped < 0 || c.changesWindow() {
		return false
	}
	if c.begin == 0 {
		return c.skipped == 0 && baseOf(c.index.meta).rollout == ""
	}
	costs := c.index.totals > c.totals
	return !c.refersBack() && (!costs || c.hasModel && c.totals >= counted)
}

// counted is how many counts of tokens must be known to tell a repeated one: each is written twice, in records of two
// kinds.
const counted = 2

// changesWindow reports whether what follows changes how a record of the window is read.
func (c *continuation) changesWindow() bool {
	for line, commands := range c.index.scripts {
		if line < c.at.Line && len(commands) != c.scripts[line] {
			return true
		}
	}
	for result, call := range c.index.moved {
		if result < c.at.Line && call >= c.at.Line {
			return true
		}
	}
	for _, span := range c.index.rolled {
		if span.to >= c.at.Line {
			return true
		}
	}
	return false
}

// refersBack reports whether what follows belongs to calls that stand before the window.
func (c *continuation) refersBack() bool {
	for _, result := range c.index.early {
		if result >= c.at.Line {
			return true
		}
	}
	return c.index.loose >= c.at.Line
}
