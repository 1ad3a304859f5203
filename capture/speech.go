package capture

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
	longestMark = 1 << 20
	quotedLines = 5
)

// Speech listens to the output of a headless CLI, line by line: it hears which session was taken and what went wrong.
type Speech struct {
	Driver inject.Driver
	// Announced is told the id of the session that the CLI says it has taken, Heard each event and each line that is none.
	Announced func(id string)
	Heard     func(inject.Source, []byte)

	line    []byte
	failure string
	plain   []string // the last lines that are no events
}

// Output hears what the CLI writes, cut anywhere. It is called from one goroutine.
func (s *Speech) Output(_ time.Time, chunk []byte) {
	for {
		line, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		if len(s.line)+len(line) <= longestMark {
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

func (s *Speech) hear(line []byte) {
	event, _, ok := jsonl.Clean(line)
	if !ok || !jsonl.Value(event).IsObject() {
		s.note(line)
		return
	}
	if id, ok := s.Driver.Announced(event); ok {
		s.Announced(id)
	}
	if message, ok := s.Driver.Failure(event); ok {
		s.failure = message
	}
	s.Heard(inject.Event, event)
}

func (s *Speech) note(line []byte) {
	text := strings.TrimSpace(ansi.Strip(string(line)))
	if text == "" {
		return
	}
	s.plain = append(s.plain, text)
	s.plain = s.plain[max(0, len(s.plain)-quotedLines):]
	s.Heard(inject.Speech, []byte(text))
}

// Reason returns what the CLI said went wrong, or the last that it said at all.
func (s *Speech) Reason() string {
	if s.failure != "" {
		return s.failure
	}
	return strings.Join(s.plain, "; ")
}
