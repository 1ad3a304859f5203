package codex

import (
	"context"
	"errors"
	"iter"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Seeker = Reader{}

// At returns the entries of one record. See [readers.Seeker]. How a result's text is read depends on its call, and what
// a code mode call ran stands behind it. The former is read with a window before it. For the latter, and where the
// window does not hold the call, the whole rollout is read.
func (Reader) At(ctx context.Context, location adapter.Location, at readers.Position) ([]*timeline.Entry, error) {
	file, before, err := fileAt(location.Path, at.Offset)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return fromWhole(ctx, location.Path, at.Line)
	}
	defer file.Close()
	line, err := jsonl.At(ctx, file.Name(), at.Offset-before, at.Line)
	if err != nil {
		return nil, err
	}
	r := parse(line)
	isResult := r.entries[0].Type == timeline.ToolResult
	if !isResult && r.call != format.Script {
		return r.entries, nil
	}
	if isResult {
		if entries, err := withCall(ctx, file, line); err != nil || len(entries) > 0 {
			return entries, err
		}
	}
	return fromWhole(ctx, location.Path, at.Line)
}

// fileAt returns the file of a session that holds an offset, and how much its older ones hold. There is none where one
// of them is compressed: how much it holds is known only when it was read.
func fileAt(path string, offset int64) (*rollout, int64, error) {
	before := int64(0)
	files := format.Files(path)
	for i, name := range files {
		file, err := openFile(name)
		if err != nil {
			return nil, 0, err
		}
		size, err := file.size()
		if err == nil && size != unknown && (i == len(files)-1 || offset < before+size) {
			return file, before, nil
		}
		if err = errors.Join(err, file.Close()); err != nil || size == unknown {
			return nil, 0, err
		}
		before += size
	}
	return nil, 0, adapter.ErrNotFound
}

// fromWhole returns the entries of a line out of the whole session.
func fromWhole(ctx context.Context, path string, line int) ([]*timeline.Entry, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	return ofLine(s.Entries, line)
}

// withCall returns the entries of a result, read behind its call; none where the call is too far away.
func withCall(ctx context.Context, file *rollout, result jsonl.Line) ([]*timeline.Entry, error) {
	at := readers.Position{Offset: result.Offset, Line: result.Number}
	for size := resumed; ; size *= 4 {
		c := continuation{segment: &segment{path: file.Name(), size: at.Offset + int64(len(result.Bytes)),
			index: newIndex()}, at: at}
		if err := c.read(ctx, file, size); err != nil {
			return nil, err
		}
		if !c.refersBack() {
			p := player{segment: c.segment, joiner: newJoiner(), held: map[int][]record{}}
			return ofLine(func(yield func(*timeline.Entry, error) bool) { p.play(ctx, yield) }, at.Line)
		}
		if c.begin == 0 || size >= mostResumed {
			return nil, nil
		}
	}
}

// ofLine returns the entries of a line.
func ofLine(entries iter.Seq2[*timeline.Entry, error], line int) (all []*timeline.Entry, err error) {
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		if e.Native.Session == "" && e.Native.Line == line {
			all = append(all, e.Clone())
		}
	}
	return all, nil
}
