package universal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// lines finds the header lines of the JSON Lines encoding: the session's, then those of its children.
func (s source) lines(ctx context.Context, file io.Reader) (timeline.Stream, error) {
	p, err := s.parseLines(ctx, file, decodeHeader)
	if err != nil {
		return timeline.Stream{}, err
	}
	return s.stream(ctx, p, section), nil
}

// parseLines finds the parts of a file in the JSON Lines encoding.
func (s source) parseLines(ctx context.Context, file io.Reader, decode headerDecoder) (part, error) {
	var parts []part
	var last *span
	for headers, err := range jsonl.Map(ctx, io.LimitReader(file, s.size), headerLines) {
		if err != nil {
			return part{}, err
		}
		for _, line := range headers {
			header, err := decode(line.Bytes, line.Number)
			if err != nil {
				return part{}, fmt.Errorf("line %d: %w", line.Number, err)
			}
			if last != nil {
				last.to = line.Offset
			}
			last = begin(&parts, header, line)
			last.to = s.size
		}
	}
	if len(parts) == 0 {
		return part{}, fmt.Errorf("%w: its first line is not a header", adapter.ErrFormat)
	}
	return nest(parts), nil
}

// begin starts a part after its header line, or continues the part whose header has occurred before. It returns the
// span of the entries that follow, without its end.
func begin(parts *[]part, header timeline.Header, line jsonl.Line) *span {
	at := slices.IndexFunc(*parts, func(p part) bool { return p.header.Reference() == header.Reference() })
	moves, haveMoved := header.TakeMoves()
	if at < 0 {
		at = len(*parts)
		*parts = append(*parts, part{header: header, line: line.Number})
	}
	p := &(*parts)[at]
	if haveMoved {
		p.moves, p.header.Branches = moves, header.Branches
	}
	p.spans = append(p.spans, span{from: line.Offset + int64(len(line.Bytes)) + 1})
	return &p.spans[len(p.spans)-1]
}

// headerLines returns the lines that begin with the member that identifies header lines. In the first line, that member
// may be anywhere.
func headerLines(lines []jsonl.Line) []jsonl.Line {
	var headers []jsonl.Line
	for _, line := range lines {
		begins := line.Number == 1 || bytes.HasPrefix(line.Bytes, []byte(`{"format"`))
		if begins && jsonl.Value(bytes.TrimPrefix(line.Bytes, []byte("\uFEFF"))).Get("format").Is(timeline.LinesFormat) {
			line.Bytes = bytes.Clone(line.Bytes) // so that the chunk can be freed
			headers = append(headers, line)
		}
	}
	return headers
}

// nest puts each child below the session that its lineage names, or below the first session. A child comes after its
// parent.
func nest(parts []part) part {
	for i := len(parts) - 1; i > 0; i-- {
		parent := 0
		for at := range parts[:i] {
			if lineage := parts[i].header.Lineage; lineage != nil && lineage.Parent == parts[at].header.Reference() {
				parent = at
			}
		}
		parts[parent].children = slices.Insert(parts[parent].children, 0, parts[i])
	}
	return parts[0]
}

// section returns the entries of a part, one on each line.
func section(file io.ReaderAt, p part) io.Reader {
	readers := make([]io.Reader, len(p.spans))
	for i, s := range p.spans {
		readers[i] = s.section(file)
	}
	return io.MultiReader(readers...)
}

// stream returns the stream of a part. Input provides its entries as lines.
func (s source) stream(ctx context.Context, p part, input func(io.ReaderAt, part) io.Reader) timeline.Stream {
	stream := timeline.Stream{Header: p.header, Entries: s.entries(ctx, p, input)}
	for _, child := range p.children {
		stream.Children = append(stream.Children, s.stream(ctx, child, input))
	}
	return stream
}

func (s source) entries(ctx context.Context, p part, input func(io.ReaderAt,
	part) io.Reader) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		file, err := regular.Open(s.path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		decode := func(lines []jsonl.Line) []*timeline.Entry { return s.decode(lines, p) }
		for entries, err := range jsonl.Map(ctx, input(file, p), decode) {
			if err != nil {
				yield(nil, fmt.Errorf("read %s: %w", s.path, err))
				return
			}
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}
