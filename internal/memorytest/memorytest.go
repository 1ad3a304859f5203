// Package memorytest makes the two unified files of a memory out of conversations, for tests.
package memorytest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stead/memory"
	"stead/memory/database"
)

// Open writes conversations into the unified files of a folder, behind what they hold, and opens the databases with it. Each session's steps have
// Seq from 1.
func Open(t testing.TB, o database.Options, conversations ...memory.Conversation) *database.Database {
	t.Helper()
	Add(t, o.Folder, conversations...)
	d, err := database.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return d
}

// Add writes conversations behind what the unified files hold.
func Add(t testing.TB, folder string, conversations ...memory.Conversation) {
	t.Helper()
	var messages, events bytes.Buffer
	for _, c := range conversations {
		line(t, &events, memory.Event{Session: c.Session, LLMSource: c.LLMSource, Type: memory.SessionEvent, About: &memory.About{
			Project: c.Project, Branch: c.Branch, SourceType: memory.FromSession, SourceFile: c.File}})
		for s, err := range c.Steps {
			if err != nil {
				t.Fatal(err)
			}
			step(t, c, s, &messages, &events)
		}
	}
	add(t, filepath.Join(folder, memory.MessagesFile), messages.Bytes())
	add(t, filepath.Join(folder, memory.EventsFile), events.Bytes())
}

func step(t testing.TB, c memory.Conversation, s memory.Step, messages, events *bytes.Buffer) {
	hash := memory.Hash(s.Text)
	line(t, messages, memory.Message{Hash: hash, Content: s.Text, Role: s.Role, LLMSource: c.LLMSource,
		Provenance: memory.Provenance{SourceType: memory.FromSession, SourceFile: c.File, SourceLine: s.Seq, SessionID: c.Session},
		Timestamps: memory.Timestamps{Occurred: s.Occurred}, Metadata: memory.Metadata{ContentLength: len(s.Text), Kind: s.Kind, Tool: s.Tool, Input: s.Input}})
	line(t, events, memory.Event{Session: c.Session, LLMSource: c.LLMSource, Type: memory.EntryEvent, Seq: s.Seq, Turn: s.Turn, Hash: hash, Kind: s.Kind, Line: s.Seq,
		Occurred: s.Occurred, CallID: s.CallID, Tool: s.Tool, OriginalTool: s.OriginalTool, Path: s.Path, Success: s.Success, ExitCode: s.ExitCode, Bytes: len(s.Text)})
}

func line(t testing.TB, to *bytes.Buffer, value any) {
	t.Helper()
	content, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	to.Write(append(content, '\n'))
}

func add(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// Fix returns a session in a folder in which `go test ./...` failed, a file was edited, and the command passed, and in which the user decided for SQLite and corrected
// the assistant.
func Fix(session, project, occurred string) memory.Conversation {
	no, yes := false, true
	steps := []memory.Step{
		{Kind: memory.KindPrompt, Role: memory.RoleUser, Text: "Fix the tests of " + session},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "bash", CallID: "1", Text: "bash\ncommand: go test ./...", Input: json.RawMessage(`{"command":"go test ./..."}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "1", Success: &no, Text: "calc.go:9: undefined: add\nFAIL"},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "edit", CallID: "2", Text: "edit\npath: calc.go", Path: "calc.go", Input: json.RawMessage(`{"path":"calc.go","old":"ad","new":"add"}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "2", Success: &yes, Text: "ok"},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "bash", CallID: "3", Text: "bash\ncommand: cd x && go test ./...", Input: json.RawMessage(`{"command":"cd x && go test ./..."}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "3", Success: &yes, Text: "ok calc 0.1s"},
		{Kind: memory.KindAnswer, Role: memory.RoleAssistant, Text: "Fixed. Shall the store be Badger or SQLite?"},
		{Kind: memory.KindPrompt, Role: memory.RoleUser, Text: "We'll go with SQLite instead of Badger. Never edit generated files."},
	}
	for i := range steps {
		steps[i].Seq, steps[i].Turn, steps[i].Occurred = i+1, 1+i/8, occurred
	}
	return memory.Conversation{LLMSource: "claude", Session: session, Project: project, File: "/s/" + session + ".jsonl", Steps: Of(steps)}
}

// Of returns the range over some steps.
func Of(steps []memory.Step) func(func(memory.Step, error) bool) {
	return func(yield func(memory.Step, error) bool) {
		for _, s := range steps {
			if !yield(s, nil) {
				return
			}
		}
	}
}
