// Package exported holds the code that the readers of the CLIs' exports share. An export is a text for people, or an
// excerpt of a session for other programs. A reader reads the whole export, and returns a session whose entries are
// numbered.
package exported

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Largest is the maximum size, in bytes, of an export that is read.
const Largest = 256 << 20

// Read returns the content of an export, with "\n" for every line end and without a byte order mark. Errors:
// regular.ErrLarge, adapter.ErrEmpty, and those of the file system.
func Read(path string) (string, error) {
	file, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	content, err := regular.ReadAll(file, Largest)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	text := Lines(string(content))
	if strings.TrimSpace(text) == "" {
		return "", fmt.Errorf("read %s: %w", path, adapter.ErrEmpty)
	}
	return text, nil
}

// Lines returns a text with "\n" for every line end and without a byte order mark.
func Lines(text string) string {
	text = strings.TrimPrefix(text, "\uFEFF")
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Session collects the entries of an export.
type Session struct {
	Header  timeline.Header
	entries []*timeline.Entry
	ids     map[string]int
}

// New returns an empty session for the export of a CLI. If the export names no id, the id is derived from the content,
// so that the same export is always the same session.
func New(cli, id, content string) *Session {
	if id == "" {
		sum := sha256.Sum256([]byte(content))
		id = "export-" + hex.EncodeToString(sum[:8])
	}
	return &Session{ids: map[string]int{}, Header: timeline.Header{ID: id, Version: timeline.Version,
		Source: timeline.Source{CLI: cli, OriginalID: id}}}
}

// Add adds an entry that begins at a line, counted from 1. If the entry has no id, or one that is taken, Add gives it
// another.
func (s *Session) Add(line int, e *timeline.Entry) *timeline.Entry {
	if e.ID == "" {
		e.ID = fmt.Sprintf("entry-%d", len(s.entries)+1)
	}
	if s.ids[e.ID]++; s.ids[e.ID] > 1 {
		e.ID = fmt.Sprintf("%s-%d", e.ID, s.ids[e.ID])
	}
	if e.Timestamp == "" {
		e.Timestamp = s.Header.Metadata.Created
	}
	e.Native = &timeline.Record{CLI: s.Header.Source.CLI, Line: line}
	s.entries = append(s.entries, e)
	return e
}

// Entries returns the added entries in order.
func (s *Session) Entries() []*timeline.Entry { return s.entries }

// Text adds an entry with a text, unless the text is blank.
func (s *Session) Text(line int, kind timeline.EntryType, text string) {
	if text = strings.TrimSpace(text); text != "" {
		s.Add(line, &timeline.Entry{Type: kind, Content: timeline.NewText(text)})
	}
}

// Thinking adds the reasoning of the model, unless it is blank.
func (s *Session) Thinking(line int, text string) {
	if text = strings.TrimSpace(text); text != "" {
		s.Add(line, &timeline.Entry{Type: timeline.Assistant, Thinking: timeline.NewText(text)})
	}
}

// Call adds a call. Input must be a JSON object, or nil.
func (s *Session) Call(line int, id string, tool timeline.Tool, original string,
	input json.RawMessage) *timeline.Entry {
	if len(input) == 0 || !json.Valid(input) || input[0] != '{' {
		input = json.RawMessage("{}")
	}
	return s.Add(line, &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: tool, OriginalTool: original, Input: input})
}

// Result adds the result of a call.
func (s *Session) Result(line int, call *timeline.Entry, output string, success bool) {
	e := &timeline.Entry{Type: timeline.ToolResult, CallID: call.ID, Success: success, Output: timeline.NewText(output)}
	if !success {
		e.Output, e.Error = timeline.Text{}, e.Output
	}
	s.Add(line, e)
}

// Stream returns the session. If it has no entries, the error is adapter.ErrEmpty.
func (s *Session) Stream(path string) (timeline.Stream, error) {
	if len(s.entries) == 0 {
		return timeline.Stream{}, fmt.Errorf("read %s: %w", path, adapter.ErrEmpty)
	}
	return timeline.Stream{Header: s.Header, Entries: timeline.Of(s.entries...)}, nil
}

// Input returns a JSON object with one argument.
func Input(name, value string) json.RawMessage {
	return timeline.AppendObject(nil, func(o *timeline.Object) { o.String(name, value) })
}
