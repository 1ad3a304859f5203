package asciicast

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"stead/timeline"
)

// bufferSize is the amount of data, in bytes, that is collected for one write.
const bufferSize = 64 << 10

// Recorder writes a recording. It follows a terminal as a ptyx.Sink does. Behind the queue of a relay, which
// merges chunks and calls Flush as soon as nothing waits, a crash loses only some milliseconds. It has no goroutine and
// reads no clock. Its methods are safe for concurrent use.
//
// A recording that cannot be written must not stop the session that it records: the first error ends the writing and is
// kept for Close.
type Recorder struct {
	// WithInput also records what the user types. It is off by default, because users type passwords.
	WithInput bool

	access  sync.Mutex
	target  io.Writer
	start   time.Time
	last    int64 // microseconds from start to the last event
	buffer  []byte
	partial map[Code][]byte // unfinished characters
	failed  error
}

// NewRecorder writes the header to target. Times are relative to start.
func NewRecorder(target io.Writer, header Header, start time.Time) (*Recorder, error) {
	line, err := header.line(3)
	if err != nil {
		return nil, fmt.Errorf("encode the recording's header: %w", err)
	}
	if _, err := target.Write(line); err != nil {
		return nil, fmt.Errorf("begin the recording: %w", err)
	}
	return &Recorder{target: target, start: start, partial: map[Code][]byte{}}, nil
}

// Continue continues a recording that ended before start, or that was interrupted at the end of a line. It omits the
// time in between.
func Continue(target io.Writer, start time.Time) *Recorder {
	return &Recorder{target: target, start: start, partial: map[Code][]byte{}}
}

// Output records what the program wrote. It keeps a character whole that is split across two chunks.
func (r *Recorder) Output(at time.Time, chunk []byte) { r.text(at, Output, chunk) }

// Input records what the user typed, if WithInput is set.
func (r *Recorder) Input(at time.Time, chunk []byte) {
	if r.WithInput {
		r.text(at, Input, chunk)
	}
}

// Resize records the new size of the terminal, in cells.
func (r *Recorder) Resize(at time.Time, rows, columns uint16) {
	r.whole(at, Resize, strconv.Itoa(int(columns))+"x"+strconv.Itoa(int(rows)))
}

// Mark records a marker, which is a position to which players can jump.
func (r *Recorder) Mark(at time.Time, label string) { r.whole(at, Marker, label) }

// Exit records the exit status of the program, after all its output.
func (r *Recorder) Exit(at time.Time, status int) {
	r.access.Lock()
	defer r.access.Unlock()
	r.finishCharacters(at)
	r.event(at, Exit, []byte(strconv.Itoa(status)))
}

// Flush writes what was collected.
func (r *Recorder) Flush() {
	r.access.Lock()
	defer r.access.Unlock()
	r.flush()
}

// Close writes the rest and returns the first error of the recording. It does not close the target.
func (r *Recorder) Close() error {
	r.access.Lock()
	defer r.access.Unlock()
	r.finishCharacters(r.start.Add(time.Duration(r.last) * time.Microsecond))
	r.flush()
	return r.failed
}

func (r *Recorder) text(at time.Time, code Code, chunk []byte) {
	r.access.Lock()
	defer r.access.Unlock()
	if begun := r.partial[code]; len(begun) > 0 {
		chunk = append(begun, chunk...)
	}
	r.partial[code] = append(r.partial[code][:0:0], r.event(at, code, chunk)...)
}

func (r *Recorder) whole(at time.Time, code Code, data string) {
	r.access.Lock()
	defer r.access.Unlock()
	if tail := r.event(at, code, []byte(data)); len(tail) > 0 {
		r.event(at, code, []byte("\uFFFD"))
	}
}

// finishCharacters records characters that will never be completed.
func (r *Recorder) finishCharacters(at time.Time) {
	for _, code := range []Code{Output, Input} {
		if len(r.partial[code]) > 0 {
			r.event(at, code, []byte("\uFFFD"))
			delete(r.partial, code)
		}
	}
}

// event appends a line and returns the unfinished character at the end of data. It appends nothing if data consists of
// that character only.
func (r *Recorder) event(at time.Time, code Code, data []byte) (tail []byte) {
	begin, last := len(r.buffer), r.last
	r.buffer = r.appendInterval(append(r.buffer, '['), at)
	r.buffer = append(r.buffer, `, "`...)
	r.buffer = append(r.buffer, byte(code), '"', ',', ' ', '"')
	text := len(r.buffer)
	r.buffer, tail = timeline.AppendEscaped(r.buffer, data)
	if len(r.buffer) == text && len(tail) > 0 {
		r.buffer, r.last = r.buffer[:begin], last
		return tail
	}
	r.buffer = append(r.buffer, "\"]\n"...)
	if len(r.buffer) >= bufferSize {
		r.flush()
	}
	return tail
}

// appendInterval appends the seconds since the last event. Intervals are differences of rounded times, so that rounding
// errors do not accumulate. If the clock has stepped back, the interval is 0.
func (r *Recorder) appendInterval(line []byte, at time.Time) []byte {
	now := max(at.Sub(r.start).Microseconds(), r.last)
	interval := now - r.last
	r.last = now
	return appendSeconds(line, interval)
}

func appendSeconds(line []byte, microseconds int64) []byte {
	line = strconv.AppendInt(line, microseconds/1e6, 10)
	line = append(line, '.')
	fraction := strconv.AppendInt(make([]byte, 0, 8), 1e6+microseconds%1e6, 10)
	return append(line, fraction[1:]...)
}

func (r *Recorder) flush() {
	if r.failed == nil && len(r.buffer) > 0 {
		if _, err := r.target.Write(r.buffer); err != nil {
			r.failed = fmt.Errorf("write the recording: %w", err)
		}
	}
	r.buffer = r.buffer[:0]
}
