package orchestrator

import (
	"bytes"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"stead/inject"
	"stead/internal/jsonl"
)

// Bounds of what is kept of a CLI's output: a line of its event stream that is longer holds a body and no sign, and of plain
// text only the end is worth quoting.
const (
	longestSign = 1 << 20
	quotedLines = 5
)

// speech listens to the output of a headless CLI, line by line: it hears which session was taken and what went wrong. It
// is a ptyx.Sink, called from one goroutine.
type speech struct {
	driver    inject.Driver
	announced func(id string)
	heard     func(inject.Source, []byte)

	line    []byte
	failure string
	plain   []string // the last lines that are no events
}

// Output implements ptyx.Sink.
func (s *speech) Output(_ time.Time, chunk []byte) {
	for {
		line, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		if len(s.line)+len(line) <= longestSign {
			s.line = append(s.line, line...)
		}
		if !ended {
			return
		}
		s.hear(s.line)
		s.line = s.line[:0]
		chunk = rest
	}
}

func (s *speech) hear(line []byte) {
	event, _, ok := jsonl.Clean(line)
	if !ok || !jsonl.Value(event).IsObject() {
		s.note(line)
		return
	}
	if id, ok := s.driver.Announced(event); ok {
		s.announced(id)
	}
	if message, ok := s.driver.Failure(event); ok {
		s.failure = message
	}
	s.heard(inject.Event, event)
}

func (s *speech) note(line []byte) {
	text := strings.TrimSpace(ansi.Strip(string(line)))
	if text == "" {
		return
	}
	s.plain = append(s.plain, text)
	s.plain = s.plain[max(0, len(s.plain)-quotedLines):]
	s.heard(inject.Speech, []byte(text))
}

// reason returns what the CLI said went wrong, or the last that it said at all.
func (s *speech) reason() string {
	if s.failure != "" {
		return s.failure
	}
	return strings.Join(s.plain, "; ")
}

// Input implements ptyx.Sink.
func (*speech) Input(time.Time, []byte) {}

// Resize implements ptyx.Sink.
func (*speech) Resize(time.Time, uint16, uint16) {}

// Flush implements ptyx.Sink.
func (*speech) Flush() {}
