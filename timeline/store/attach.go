package store

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"stead/internal/adapt/attached"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Attach adds the sessions of sub-agents to the journal, except for entries that it already holds; ids identify the
// entries. After them the journal continues with the session itself. Attach writes everything, or nothing when it
// returns an error. Errors come from the children, from ctx, or from the file system.
func (j *Journal) Attach(ctx context.Context, children []timeline.Stream) error {
	end := j.Size()
	held, err := childrenIn(ctx, j.file, end)
	if err != nil {
		return fmt.Errorf("read the sub-agents of the journal: %w", err)
	}
	lines, err := held.missing(ctx, nil, children)
	if err != nil || len(lines) == 0 {
		return err
	}
	header, err := headerOf(j.file)
	if err != nil {
		return err
	}
	if lines, err = timeline.AppendHeaderLine(lines, header); err != nil {
		return err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.write(lines)
}

// heldChildren maps the reference of each child to the ids of the entries that the journal holds of it.
type heldChildren map[string]map[string]bool

// missing appends to dst the lines that the journal lacks of the given children, and of their children.
func (h heldChildren) missing(ctx context.Context, dst []byte, children []timeline.Stream) ([]byte, error) {
	for _, child := range children {
		held, isKnown := h[child.Header.Reference()]
		lines, err := timeline.AppendHeaderLine(nil, child.Header)
		if err != nil {
			return dst, err
		}
		begun := len(lines)
		if err := attached.Whole(child).Each(ctx, func(e *timeline.Entry) error {
			if !held[e.ID] {
				lines = append(e.AppendJSON(lines), '\n')
			}
			return nil
		}); err != nil {
			return dst, err
		}
		if !isKnown || len(lines) > begun {
			dst = append(dst, lines...)
		}
		if dst, err = h.missing(ctx, dst, child.Children); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// childrenIn reads which entries of its children a journal holds before end.
func childrenIn(ctx context.Context, file io.ReaderAt, end int64) (heldChildren, error) {
	children := heldChildren{}
	var session string
	var child map[string]bool
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, end)) {
		if err != nil {
			return nil, err
		}
		if id, reference, ok := headerLine(line.Bytes); ok {
			switch {
			case session == "" || id == session:
				session, child = id, nil
			case children[reference] == nil:
				children[reference] = map[string]bool{}
				fallthrough
			default:
				child = children[reference]
			}
			continue
		}
		if child != nil {
			child[jsonl.Value(line.Bytes).Get("id").String()] = true
		}
	}
	return children, nil
}

// headerLine returns the session that a header line belongs to. Ok is false for any other line.
func headerLine(line []byte) (id, reference string, ok bool) {
	if !bytes.HasPrefix(line, []byte(`{"format"`)) {
		return "", "", false
	}
	value := jsonl.Value(line)
	id = value.Get("id").String()
	return id, value.Get("source").Get("cli").String() + ":" + id, value.Get("format").Is(timeline.LinesFormat)
}
