package asciicast

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"stead/timeline"
)

// bufferSize is how much is gathered for one write.
const bufferSize = 64 << 10

// Recorder writes a recording. It hears a terminal as a ptyx.Sink does: behind the queue of a relay, which merges
// chunks and calls Flush as soon as nothing waits, a crash loses some milliseconds. It keeps no goroutine and reads
// no clock; its methods may be called from several goroutines.
//
// A recording that cannot be written must not stop the session that it records: the first error ends the writing
// and is kept for Close.
type Recorder struct {
	// WithInput records what is typed, too. Off unless asked for: passwords are typed.
	WithInput bool

	access  sync.Mutex
	target  io.Writer
	start   time.Time
	last    int64 // microseconds from start to the last event
	buffer  []byte
	partial map[Code][]byte // unfinished characters
	failed  error
}

// NewRecorder writes the header to target. Times count from start.
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

// Continue goes on with a recording that ended before start, or was broken off at the end of a line: the time between
// is left out.
func Continue(target io.Writer, start time.Time) *Recorder {
	return &Recorder{target: target, start: start, partial: map[Code][]byte{}}
}

// Output records what the program wrote. A character cut in two by chunks is kept whole.
func (r *Recorder) Output(at time.Time, chunk []byte) { r.text(at, Output, chunk) }

// Input records what was typed, if that was asked for.
func (r *Recorder) Input(at time.Time, chunk []byte) {
	if r.WithInput {
		r.text(at, Input, chunk)
	}
}

// Resize records the terminal's new size, in cells.
func (r *Recorder) Resize(at time.Time, rows, columns uint16) {
	r.whole(at, Resize, strconv.Itoa(int(columns))+"x"+strconv.Itoa(int(rows)))
}

// Mark records a marker, a place that players can jump to.
func (r *Recorder) Mark(at time.Time, label string) { r.whole(at, Marker, label) }

// Exit records the program's exit status, after all its output.
func (r *Recorder) Exit(at time.Time, status int) {
	r.access.Lock()
	defer r.access.Unlock()
	r.finishCharacters(at)
	r.event(at, Exit, []byte(strconv.Itoa(status)))
}

// Flush writes out what is gathered.
func (r *Recorder) Flush() {
	r.access.Lock()
	defer r.access.Unlock()
	r.flush()
}

// Close writes out the rest and gives the first error of the recording. The target stays the caller's to close.
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

// event appends a line and gives back the unfinished character at data's end. Data that is nothing else makes no line.
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

// appendInterval appends the seconds since the last event. Intervals are differences of rounded times, so rounding
// errors do not add up; a clock that steps back gives 0.
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
