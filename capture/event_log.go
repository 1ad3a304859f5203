package capture

import (
	"bytes"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"stead/inject"
	"stead/internal/adapt/jsonl"
)

// Limits for the kept part of a CLI's output: a longer line of its event stream holds a body and no sign, and of plain
// text only the end is worth quoting.
const (
	longestMark = 1 << 20
	quotedLines = 5
)

// EventLog processes the output of a headless CLI, line by line: it detects which session was taken and what went
// wrong.
type EventLog struct {
	Driver inject.Driver
	// Announced is called with the id of the session that the CLI reports. OnEvent is called for each event and for
	// each line that is not an event.
	Announced func(id string)
	OnEvent   func(inject.Source, []byte)

	line    []byte
	failure string
	plain   []string // the last lines that are not events
}

// Output processes the CLI's output, which may be cut anywhere. It must be called from one goroutine.
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

// Reason returns the CLI's error message, or else its last lines.
func (l *EventLog) Reason() string {
	if l.failure != "" {
		return l.failure
	}
	return strings.Join(l.plain, "; ")
}
