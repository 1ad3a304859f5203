package jsonl

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// maxNesting is the maximum nesting depth of JSON: the limit of the standard library, far below that of the stack.
const maxNesting = 10_000

// checker checks whether a line is valid JSON, and at the same time collects the other needed facts about it, so that
// it looks at each byte only once.
type checker struct {
	line []byte
	at   int
	// high has the top bit of some byte set if the line may hold characters beyond ASCII.
	high uint64
	// hasSurrogate is set if an escape stands for half a character.
	hasSurrogate bool
}

// check reports whether the line is one JSON value. Its strings may hold invalid UTF-8.
func (c *checker) check() bool {
	c.space()
	if !c.value(0) {
		return false
	}
	c.space()
	return c.at == len(c.line)
}

func (c *checker) space() { c.at = skipSpace(c.line, c.at) }

// take moves over a byte if it comes next.
func (c *checker) take(b byte) bool {
	if c.at == len(c.line) || c.line[c.at] != b {
		return false
	}
	c.at++
	return true
}

func (c *checker) value(depth int) bool {
	if c.at == len(c.line) {
		return false
	}
	switch c.line[c.at] {
	case '{':
		return c.container(depth, '}', c.member)
	case '[':
		return c.container(depth, ']', c.value)
	case '"':
		return c.text()
	case 't':
		return c.literal("true")
	case 'f':
		return c.literal("false")
	case 'n':
		return c.literal("null")
	}
	return c.number()
}

// container checks an object or array. Part checks its parts.
func (c *checker) container(depth int, end byte, part func(depth int) bool) bool {
	if depth == maxNesting {
		return false
	}
	c.at++
	c.space()
	if c.take(end) {
		return true
	}
	for {
		c.space()
		if !part(depth + 1) {
			return false
		}
		c.space()
		if !c.take(',') {
			return c.take(end)
		}
	}
}

func (c *checker) member(depth int) bool {
	if c.at == len(c.line) || c.line[c.at] != '"' || !c.text() {
		return false
	}
	c.space()
	if !c.take(':') {
		return false
	}
	c.space()
	return c.value(depth)
}

func (c *checker) literal(word string) bool {
	if !bytes.HasPrefix(c.line[c.at:], []byte(word)) {
		return false
	}
	c.at += len(word)
	return true
}

func (c *checker) number() bool {
	c.take('-')
	if !c.take('0') && !c.digits() {
		return false
	}
	if c.take('.') && !c.digits() {
		return false
	}
	if c.take('e') || c.take('E') {
		_ = c.take('+') || c.take('-')
		return c.digits()
	}
	return true
}

// digits moves over at least one digit.
func (c *checker) digits() bool {
	from := c.at
	for c.at < len(c.line) && c.line[c.at]-'0' <= 9 {
		c.at++
	}
	return c.at > from
}

// text checks a string. Most of a session is strings, so it looks at eight bytes at a time.
func (c *checker) text() bool {
	at := c.at + 1
	for {
		for at+8 <= len(c.line) {
			word := binary.LittleEndian.Uint64(c.line[at:])
			c.high |= word
			if found := special(word); found != 0 {
				at += bits.TrailingZeros64(found) / 8
				break
			}
			at += 8
		}
		if at == len(c.line) {
			return false
		}
		switch b := c.line[at]; {
		case b == '"':
			c.at = at + 1
			return true
		case b == '\\':
			length := c.escape(at)
			if length == 0 {
				return false
			}
			at += length
		case b < ' ':
			return false
		default: // one of the line's last bytes
			c.high |= uint64(b)
			at++
		}
	}
}

// A one, and the top bit, of each byte of a word.
const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// special returns a word with the top bit set in the first byte that is a quote, a backslash or a control character.
// The bits after that byte are undefined. See Warren, Hacker's Delight, section 6-1.
func special(word uint64) uint64 {
	quotes, backslashes := word^('"'*ones), word^('\\'*ones)
	return ((quotes-ones)&^quotes | (backslashes-ones)&^backslashes | (word-' '*ones)&^word) & tops
}

// escape returns the length of the escape sequence at an offset, or 0 if there is none.
func (c *checker) escape(at int) int {
	if at+1 == len(c.line) {
		return 0
	}
	switch c.line[at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	}
	unit, ok := unicodeEscape(c.line[at:])
	if !ok {
		return 0
	}
	c.hasSurrogate = c.hasSurrogate || isHigh(unit) || isLow(unit)
	return 6
}
