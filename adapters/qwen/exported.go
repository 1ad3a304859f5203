package qwen

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/exported"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

const cli = "qwen"

// DetectExportLines reports whether a file begins like an export in JSON Lines.
func DetectExportLines(head []byte) bool {
	first, _, _ := strings.Cut(exported.Lines(string(head)), "\n")
	return strings.HasPrefix(first, "{") && jsonl.Value(first).Get("type").Is("session_metadata") &&
		json.Valid([]byte(first))
}

// DetectExportJSON reports whether a file begins like an export in JSON: it has a session's id and start time before
// its messages.
func DetectExportJSON(head []byte) bool {
	text := strings.TrimSpace(exported.Lines(string(head)))
	if !strings.HasPrefix(text, "{") {
		return false
	}
	before, _, found := strings.Cut(text, `"messages"`)
	return found && strings.Contains(before, `"sessionId"`) && strings.Contains(before, `"startTime"`) &&
		!strings.Contains(before, `"projectHash"`)
}

// OpenExportLines reads an export in JSON Lines and skips damaged lines. Its errors are those of [exported.Read], and
// adapter.ErrEmpty.
func OpenExportLines(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	first, _, _ := strings.Cut(content, "\n")
	s := newSession(jsonl.Value(first), content)
	number := 0
	for line := range strings.Lines(content) {
		if number++; json.Valid([]byte(line)) {
			s.record(number, jsonl.Value(strings.TrimSpace(line)))
		}
	}
	return s.Stream(path)
}

// OpenExportJSON reads an export in JSON. Its errors are those of [exported.Read], adapter.ErrFormat and ErrEmpty.
func OpenExportJSON(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	if !json.Valid([]byte(content)) {
		return timeline.Stream{}, fmt.Errorf("%s: %w: it is not valid JSON", path, adapter.ErrFormat)
	}
	s := newSession(jsonl.Value(content), content)
	number := 0
	for message := range jsonl.Elements(jsonl.Value(content).Get("messages")) {
		number++
		s.record(number, message)
	}
	return s.Stream(path)
}

type session struct{ *exported.Session }

func newSession(about jsonl.Value, content string) session {
	s := session{exported.New(cli, about.Get("sessionId").String(), content)}
	s.Header.Metadata.Created = about.Get("startTime").String()
	s.Header.Project.Path = about.Get("cwd").String()
	s.Header.Model.Model = about.Get("model").String()
	return s
}

// record adds one record of the export to the session.
func (s session) record(line int, r jsonl.Value) {
	first := len(s.Entries())
	message := r.Get("message")
	text := textOf(message.Get("parts"))
	switch kind, role := r.Get("type").String(), message.Get("role").String(); {
	case kind == "tool_call":
		s.call(line, r.Get("toolCall"))
	case role == "thinking":
		s.Thinking(line, text)
	case kind == "user":
		s.Text(line, timeline.User, text)
	case kind == "assistant":
		s.Text(line, timeline.Assistant, text)
	case kind == "system":
		s.Text(line, timeline.System, text)
	}
	for _, e := range s.Entries()[first:] {
		if at := r.Get("timestamp").String(); at != "" {
			e.Timestamp = at
		}
	}
}

func textOf(parts jsonl.Value) string {
	var texts []string
	for part := range jsonl.Elements(parts) {
		if text := part.Get("text").String(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// names maps the tools' names in the titles of calls to their native names.
var names = map[string]string{
	"Shell": "run_shell_command", "ReadFile": "read_file", "WriteFile": "write_file", "Edit": "edit",
	"Grep": "grep_search", "Glob": "glob",
	"ListFiles": "list_directory", "WebFetch": "web_fetch", "TodoWrite": "todo_write", "Task": "task", "Agent": "agent",
}

// call adds a call with its result to the session.
func (s session) call(line int, c jsonl.Value) {
	title, _, _ := strings.Cut(c.Get("title").String(), ":")
	name := names[title]
	if name == "" {
		name = title
	}
	tool, input := ToUniversal(name, c.Get("rawInput"))
	call := s.Call(line, c.Get("toolCallId").String(), tool, name, input)
	var output []string
	for content := range jsonl.Elements(c.Get("content")) {
		if text := content.Get("content", "text").String(); text != "" {
			output = append(output, text)
		}
	}
	if status := c.Get("status").String(); status == "completed" || status == "failed" {
		s.Result(line, call, strings.Join(output, "\n"), status == "completed")
	}
}
