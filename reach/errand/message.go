package errand

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// The letters of messages.
const (
	// asks is the asker's first message, a [Request].
	asks = 'a'
	// input is bytes for the standard input or the terminal, inputEnds their end.
	input     = 'i'
	inputEnds = 'n'
	// resizes is another size of the asker's terminal, a [Size].
	resizes = 'r'
	// output and problem are bytes of standard output, or the terminal, and of standard error.
	output  = 'o'
	problem = 'p'
	// ends is the last message, an [End].
	ends = 'e'
)

// Size is a terminal's size in cells.
type Size struct {
	Rows    uint16 `json:"rows"`
	Columns uint16 `json:"columns"`
}

// Request is a request to another machine.
type Request struct {
	// Args are the verb and its arguments.
	Args []string `json:"args"`
	// Terminal is the size of the terminal for the verb, which is that of the asker's. If it is nil, the verb gets an
	// input and an output.
	Terminal *Size `json:"terminal,omitempty"`
	// Term is the kind of the asker's terminal, in the form of the variable TERM.
	Term string `json:"term,omitempty"`
	// Columns is the width at which the asker shows output that does not go to a terminal. 0 means that it is not limited.
	Columns int `json:"columns,omitempty"`
	// Values says that a program reads the verb's messages, not people, so the verb writes them as lines of JSON.
	Values bool `json:"values,omitempty"`
}

// End says how a verb has ended.
type End struct {
	// Code is its exit code.
	Code int `json:"code"`
	// Problem says why the verb was not begun. Empty if it was.
	Problem string `json:"problem,omitempty"`
}

// The longest request, and the longest part of a stream in one message, in bytes.
const (
	longestRequest = 256 << 10
	longestPart    = 32 << 10
)

// errMessage says that the other side writes something that is not a message.
var errMessage = errors.New("the other machine sent something that is not a message")

// writer writes messages. It is safe for use by several goroutines.
type writer struct {
	access sync.Mutex
	to     *bufio.Writer
}

func (w *writer) write(letter byte, text []byte) error {
	w.access.Lock()
	defer w.access.Unlock()
	head := [5]byte{letter}
	binary.BigEndian.PutUint32(head[1:], uint32(len(text))) //nolint:gosec // it is bounded
	_, _ = w.to.Write(head[:])
	_, _ = w.to.Write(text)
	return w.to.Flush()
}

func (w *writer) writeValue(letter byte, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.write(letter, text)
}

// stream writes bytes as messages with one letter.
type stream struct {
	*writer
	letter byte
}

// Write implements io.Writer.
func (s stream) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		part := p[n:min(len(p), n+longestPart)]
		if err = s.write(s.letter, part); err == nil {
			n += len(part)
		}
	}
	return n, err
}

// reader reads messages.
type reader struct{ from *bufio.Reader }

// next returns the next message. Its text is valid until the next message is read.
func (r *reader) next(longest int) (letter byte, text []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if int64(size) > int64(longest) {
		return 0, nil, fmt.Errorf("%w: one of %d bytes", errMessage, size)
	}
	text = make([]byte, size)
	_, err = io.ReadFull(r.from, text)
	return head[0], text, err
}
