package universal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
)

// foldedNewline replaces a line feed between the tokens of an entry that was cut out of a document, so that the entry
// is one line. JSON treats both as white space, and neither can occur in a string.
const foldedNewline = '\r'

// scanner scans JSON that is too large for memory. It checks only what it needs to find its way. The decoder checks the
// parts that it cuts out.
type scanner struct {
	input  *bufio.Reader
	offset int64
}

func newScanner(input io.Reader) *scanner {
	return &scanner{input: bufio.NewReaderSize(input, 256<<10)}
}

// next returns the next byte that is not white space, without consuming it.
func (s *scanner) next() (byte, error) {
	for {
		b, err := s.input.ReadByte()
		if err != nil {
			return 0, s.unexpected(err)
		}
		if b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b, s.input.UnreadByte()
		}
		s.offset++
	}
}

func (s *scanner) unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: it ends in the middle of the document", adapter.ErrFormat)
	}
	return err
}

// accept consumes the next byte that is not white space if it is want.
func (s *scanner) accept(want byte) (bool, error) {
	b, err := s.next()
	if err != nil || b != want {
		return false, err
	}
	s.consume(1)
	return true, nil
}

// consume skips bytes that were peeked at, which cannot fail.
func (s *scanner) consume(n int) {
	s.offset += int64(n)
	_, _ = s.input.Discard(n)
}

// expect consumes the next byte that is not white space, which must be want.
func (s *scanner) expect(want byte) error {
	ok, err := s.accept(want)
	if err == nil && !ok {
		b, _ := s.next()
		return fmt.Errorf("%w: at byte %d there is %q instead of %q", adapter.ErrFormat, s.offset, b, want)
	}
	return err
}

// value consumes a value and passes its bytes to sink, piece by piece. A nil sink skips the value.
func (s *scanner) value(sink func([]byte)) error {
	if _, err := s.next(); err != nil {
		return err
	}
	var v valueState
	for !v.done {
		if _, err := s.input.Peek(1); err != nil {
			return s.unexpected(err)
		}
		buffered, _ := s.input.Peek(s.input.Buffered())
		n := v.advance(buffered)
		if sink != nil {
			sink(buffered[:n])
		}
		s.consume(n)
	}
	if v.broken {
		return fmt.Errorf("%w: at byte %d there is no value", adapter.ErrFormat, s.offset)
	}
	return nil
}

// valueState tracks one value across the pieces in which it arrives.
type valueState struct {
	depth    int
	inString bool
	escaping bool // the previous piece of the string ended with a backslash that escapes the next byte
	begun    bool
	done     bool
	broken   bool
}

// advance returns how many bytes of b belong to the value, and sets done at its end.
func (v *valueState) advance(b []byte) int {
	at := 0
	for at < len(b) && !v.done {
		if v.inString {
			at += v.stringPart(b[at:])
			continue
		}
		switch b[at] {
		case '"':
			v.inString, v.begun = true, true
		case '{', '[':
			v.depth++
			v.begun = true
		case '}', ']':
			if v.depth == 0 {
				return v.end(at)
			}
			if v.depth--; v.depth == 0 {
				v.done = true
			}
		case ',', ' ', '\n', '\r', '\t':
			if v.depth == 0 {
				return v.end(at)
			}
		default:
			v.begun = true
		}
		at++
	}
	return at
}

// end records that a number or a word ended before at.
func (v *valueState) end(at int) int {
	v.done, v.broken = true, !v.begun
	return at
}

// stringPart returns how many bytes of b belong to the string that v is in.
func (v *valueState) stringPart(b []byte) int {
	at := 0
	if v.escaping {
		v.escaping = false
		at = 1
	}
	for at < len(b) {
		quote := bytes.IndexByte(b[at:], '"')
		if quote < 0 {
			v.escaping = trailingBackslashes(b[at:])%2 == 1
			return len(b)
		}
		quote += at
		if trailingBackslashes(b[at:quote])%2 == 0 {
			v.inString = false
			v.done = v.depth == 0
			return quote + 1
		}
		at = quote + 1
	}
	return at
}

func trailingBackslashes(b []byte) int { return len(b) - len(bytes.TrimRight(b, `\`)) }
