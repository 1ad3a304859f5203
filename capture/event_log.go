package capture

import (
	"bytes"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Bounds of what is kept of a CLI's output: a line of its event stream that is longer holds a body and no sign, and of
// plain text only the end is worth quoting.
const (
	longestMark = 1 << 20
	quotedLines = 5
)

// EventLog listens to the output of a headless CLI, line by line: it hears which session was taken and what went wrong.
type EventLog struct {
	Driver inject.Driver
	// Announced gets the id of the session that the CLI reports, OnEvent each event and each line that is not an event.
	Announced func(id string)
	OnEvent   func(inject.Source, []byte)

	line    []byte
	failure string
	plain   []string // the last lines that are no events
}

// Output hears what the CLI writes, cut anywhere. It is called from one goroutine.
func (l *EventLog) Output(_ time.Time, chunk []byte) {
	for {
		line, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		if len(l.line)+len(line) <= longestMark {
			l.line = append(l.line, line...)
		}
		if !ended {
			return
		}
		l.read(l.line)
		l.line = l.line[:0]
		chunk = rest
	}
}

func (l *EventLog) read(line []byte) {
	event, _, ok := jsonl.Clean(line)
	if !ok || !jsonl.Value(event).IsObject() {
		l.note(line)
		return
	}
	if id, ok := l.Driver.Announced(event); ok {
		l.Announced(id)
	}
	if message, ok := l.Driver.Failure(event); ok {
		l.failure = message
	}
	l.OnEvent(inject.Event, event)
}

func (l *EventLog) note(line []byte) {
	text := strings.TrimSpace(ansi.Strip(string(line)))
	if text == "" {
		return
	}
	l.plain = append(l.plain, text)
	l.plain = l.plain[max(0, len(l.plain)-quotedLines):]
	l.OnEvent(inject.Output, []byte(text))
}

// Reason returns what the CLI said went wrong, or the last that it said at all.
func (l *EventLog) Reason() string {
	if l.failure != "" {
		return l.failure
	}
	return strings.Join(l.plain, "; ")
}
