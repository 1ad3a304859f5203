package universal

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

const (
	// maxHeader limits the members of a document other than its timeline, because memory holds them.
	maxHeader = 64 << 20
	// maxKey limits a member's name. No member of a session has a longer one.
	maxKey = 1 << 10
	// maxEntry limits an entry to the length of Node's longest string.
	maxEntry = 512 << 20
	// maxGenerations limits the nesting of sub-agents' sessions.
	maxGenerations = 100
)

// document finds the timelines of a session that is one JSON document, and of its children.
func (s source) document(ctx context.Context, file io.Reader) (timeline.Stream, error) {
	p, err := s.parseDocument(ctx, file, decodeHeader)
	if err != nil {
		return timeline.Stream{}, err
	}
	return s.stream(ctx, p, cut), nil
}

// parseDocument finds the parts of a document. Header decodes the members other than the timeline and the children.
func (s source) parseDocument(ctx context.Context, file io.Reader, header headerDecoder) (part, error) {
	d := documentScanner{ctx: ctx, scanner: newScanner(io.LimitReader(file, s.size)), header: header}
	if mark, err := d.input.Peek(3); err == nil && string(mark) == "\uFEFF" {
		d.consume(3)
	}
	p, err := d.session(0)
	if err != nil {
		return p, err
	}
	if _, err := d.next(); err == nil {
		return p, fmt.Errorf("%w: at byte %d something follows the document", adapter.ErrFormat, d.offset)
	}
	return p, nil
}

type documentScanner struct {
	*scanner
	ctx    context.Context
	header headerDecoder
}

// session consumes a session's object.
func (d documentScanner) session(generation int) (part, error) {
	var p part
	if generation > maxGenerations {
		return p, fmt.Errorf("%w: sub-agents nest deeper than %d", adapter.ErrFormat, maxGenerations)
	}
	header := timeline.NewObject(nil)
	size := 0
	err := d.object(func(key string) (err error) {
		switch key {
		case "timeline":
			p.spans, err = d.array()
		case "children":
			p.children, err = d.children(generation + 1)
		default:
			var value []byte
			err = d.value(func(piece []byte) {
				if size += len(piece); size <= maxHeader {
					value = append(value, piece...)
				}
			})
			header.Raw(key, value)
			if size > maxHeader {
				return fmt.Errorf("%w: its content beside the timeline is larger than %d MB", adapter.ErrFormat, maxHeader>>20)
			}
		}
		return err
	})
	if err != nil {
		return p, err
	}
	if len(p.spans) == 0 {
		return p, fmt.Errorf("%w: it has no timeline", adapter.ErrFormat)
	}
	p.header, err = d.header(compact(header.End()), 0)
	return p, err
}

// object consumes an object. It calls member after each key; member must consume the value.
func (d documentScanner) object(member func(key string) error) error {
	if err := d.expect('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if ended, err := d.accept('}'); ended || err != nil {
			return err
		}
		if !first {
			if err := d.expect(','); err != nil {
				return err
			}
		}
		var key []byte
		if err := d.value(func(piece []byte) { key = append(key, piece[:min(len(piece), maxKey-len(key))]...) }); err != nil {
			return err
		}
		if len(key) == maxKey {
			return fmt.Errorf("%w: before byte %d there is a member with an unknown name", adapter.ErrFormat, d.offset)
		}
		if err := d.expect(':'); err != nil {
			return err
		}
		if err := member(jsonl.Value(key).String()); err != nil {
			return err
		}
	}
}

// array consumes an array and returns its location.
func (d documentScanner) array() ([]span, error) {
	b, err := d.next()
	if err == nil && b != '[' {
		err = fmt.Errorf("%w: its timeline is not an array", adapter.ErrFormat)
	}
	if err != nil {
		return nil, err
	}
	from := d.offset
	err = d.value(nil)
	return []span{{from, d.offset}}, err
}

func (d documentScanner) children(generation int) ([]part, error) {
	if err := d.expect('['); err != nil {
		return nil, err
	}
	var children []part
	for {
		if ended, err := d.accept(']'); ended || err != nil {
			return children, err
		}
		if len(children) > 0 {
			if err := d.expect(','); err != nil {
				return nil, err
			}
		}
		child, err := d.session(generation)
		if err != nil {
			return nil, err
		}
		children = append(children, child)
	}
}

// cut returns the entries of a part, each as a line.
func cut(file io.ReaderAt, p part) io.Reader {
	return &elements{scanner: newScanner(p.spans[0].section(file))}
}

// elements converts an array to lines, one for each element.
type elements struct {
	*scanner
	begun bool
	line  []byte // the buffer of the last element
	rest  []byte // the part of it that was not returned yet
}

// Read implements io.Reader.
func (e *elements) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if err := e.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// advance reads the next element, or returns io.EOF after the last.
func (e *elements) advance() error {
	if !e.begun {
		e.begun = true
		if err := e.expect('['); err != nil {
			return err
		}
	} else if _, err := e.accept(','); err != nil {
		return err
	}
	if ended, err := e.accept(']'); err != nil {
		return err
	} else if ended {
		return io.EOF
	}
	e.line = e.line[:0]
	isLong := false
	err := e.value(func(piece []byte) {
		if isLong = isLong || len(e.line)+len(piece) > maxEntry; !isLong {
			e.line = append(e.line, piece...)
		}
	})
	if isLong && err == nil {
		err = jsonl.ErrLongLine
	}
	foldNewlines(e.line)
	e.line = append(e.line, '\n')
	e.rest = e.line
	return err
}

// foldNewlines converts an element to one line, in place. Within a string, line feeds are escaped, so each line feed is
// white space.
func foldNewlines(element []byte) {
	for at := bytes.IndexByte(element, '\n'); at >= 0; at = bytes.IndexByte(element, '\n') {
		element[at] = foldedNewline
		element = element[at+1:]
	}
}
