package asciicast

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"time"
	"unicode/utf8"
)

// longestLine limits the memory that a damaged recording can claim. An event of a Recorder holds at most 64 KiB of
// output, and six times that if escaped. Other programs write larger events.
const longestLine = 64 << 20

// ErrLineTooLong says that a line of a recording is longer than any that a player would write.
var ErrLineTooLong = errors.New("line is longer than 64 MiB")

// ErrDamaged says that a line is not an event. The lines after it can still be read.
var ErrDamaged = errors.New("it is damaged")

// Reader reads a recording event by event.
type Reader struct {
	// Header is the first line of the recording.
	Header Header

	source  *bufio.Reader
	version int
	line    int
	at      time.Duration
	offset  int64
}

// Offset returns the number of bytes of the recording that were read. This is the position of the next line.
func (r *Reader) Offset() int64 { return r.offset }

// Continue makes the reader continue with the rest of the recording, which it reads from another source.
func (r *Reader) Continue(source io.Reader) { r.source.Reset(source) }

// NewReader reads the header. The error describes what is wrong with it. For an empty source, it is
// io.ErrUnexpectedEOF.
func NewReader(source io.Reader) (*Reader, error) {
	r := &Reader{source: bufio.NewReaderSize(source, bufferSize)}
	line, err := r.next()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		r.Header, r.version, err = parseHeader(line)
	}
	if err != nil {
		return nil, fmt.Errorf("read the recording: %w", err)
	}
	return r, nil
}

// Events yields the events in order. For a damaged line, it yields an error (ErrDamaged) with the line number, and
// continues. A line that was cut off by a crash is such a line. An error of the source is the last one that it yields.
func (r *Reader) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for {
			line, err := r.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Event{}, fmt.Errorf("read line %d of the recording: %w", r.line, err))
				return
			}
			event, err := r.event(line)
			if err != nil {
				err = fmt.Errorf("line %d of the recording: %w: %w", r.line, ErrDamaged, err)
			}
			if !yield(event, err) {
				return
			}
		}
	}
}

// next returns the next line that is neither empty nor a comment, which version 3 allows.
func (r *Reader) next() ([]byte, error) {
	for {
		line, err := r.wholeLine()
		r.line++
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *Reader) wholeLine() ([]byte, error) {
	var line []byte
	for {
		part, err := r.source.ReadSlice('\n')
		line = append(line, part...)
		r.offset += int64(len(part))
		if len(line) > longestLine {
			return nil, ErrLineTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
			return line, err
		}
	}
}

func (r *Reader) event(line []byte) (Event, error) {
	var seconds float64
	var code, data string
	fields := []any{&seconds, &code, &data}
	if err := json.Unmarshal(line, &fields); err != nil {
		return Event{}, err
	}
	if len(fields) != 3 || len(code) != 1 || code[0] >= utf8.RuneSelf {
		return Event{}, errors.New("is not an event of three elements: time, code, data")
	}
	if err := r.advance(seconds); err != nil {
		return Event{}, err
	}
	return Event{At: r.at, Code: Code(code[0]), Data: data}, nil
}

// advance moves the clock. Version 3 counts from the last event, version 2 from the start.
func (r *Reader) advance(seconds float64) error {
	microseconds := math.Round(seconds * 1e6)
	if r.version == 3 {
		microseconds += float64(r.at.Microseconds())
	}
	if !(microseconds >= 0 && microseconds < math.MaxInt64/1e3) {
		return fmt.Errorf("time %g is out of range", seconds)
	}
	r.at = time.Duration(microseconds) * time.Microsecond
	return nil
}
