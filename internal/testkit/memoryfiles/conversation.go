package memoryfiles

import (
	"encoding/json"
	"testing"

	"stead/catalog/memory"
)

// Add appends conversations to the files in a folder. The Seq of each session's steps begins at 1.
func Add(t testing.TB, folder string, conversations ...memory.Conversation) {
	t.Helper()
	f := &Files{t: t, Folder: folder}
	for _, c := range conversations {
		f.line(&f.Events, memory.Event{Session: c.Session, LLMSource: c.LLMSource, Type: memory.SessionEvent,
			About: &memory.About{
				Project: c.Project, Branch: c.Branch, SourceType: memory.FromSession, SourceFile: c.File}})
		for s, err := range c.Steps {
			if err != nil {
				t.Fatal(err)
			}
			f.step(c, s)
		}
	}
	f.Write()
}

func (f *Files) step(c memory.Conversation, s memory.Step) {
	hash := Hash(s.Text)
	f.line(&f.Messages, memory.Message{Hash: hash, Content: s.Text, Role: s.Role, LLMSource: c.LLMSource,
		Provenance: memory.Provenance{SourceType: memory.FromSession, SourceFile: c.File, SourceLine: s.Seq,
			SessionID: c.Session},
		Timestamps: memory.Timestamps{Occurred: s.Occurred}, Metadata: memory.Metadata{ContentLength: len(s.Text),
			Kind: s.Kind, Tool: s.Tool, Input: s.Input}})
	f.line(&f.Events, memory.Event{Session: c.Session, LLMSource: c.LLMSource, Type: memory.EntryEvent, Seq: s.Seq,
		Turn: s.Turn, Hash: hash, Kind: s.Kind, Line: s.Seq,
		Occurred: s.Occurred, CallID: s.CallID, Tool: s.Tool, OriginalTool: s.OriginalTool, Path: s.Path,
		Success: s.Success, ExitCode: s.ExitCode, Bytes: len(s.Text)})
}

// Fix returns a session in a folder. In it, `go test ./...` failed, a file was edited, and the command passed. The user
// also decided for SQLite and corrected the assistant.
func Fix(session, project, occurred string) memory.Conversation {
	no, yes := false, true
	steps := []memory.Step{
		{Kind: memory.KindPrompt, Role: memory.RoleUser, Text: "Fix the tests of " + session},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "bash", CallID: "1", Text: "bash\ncommand: go test ./...",
			Input: json.RawMessage(`{"command":"go test ./..."}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "1", Success: &no, Text: "calc.go:9: undefined: add\nFAIL"},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "edit", CallID: "2", Text: "edit\npath: calc.go",
			Path: "calc.go", Input: json.RawMessage(`{"path":"calc.go","old":"ad","new":"add"}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "2", Success: &yes, Text: "ok"},
		{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: "bash", CallID: "3",
			Text: "bash\ncommand: cd x && go test ./...", Input: json.RawMessage(`{"command":"cd x && go test ./..."}`)},
		{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "3", Success: &yes, Text: "ok calc 0.1s"},
		{Kind: memory.KindAnswer, Role: memory.RoleAssistant, Text: "Fixed. Shall the store be Badger or SQLite?"},
		{Kind: memory.KindPrompt, Role: memory.RoleUser,
			Text: "We'll go with SQLite instead of Badger. Never edit generated files."},
	}
	for i := range steps {
		steps[i].Seq, steps[i].Turn, steps[i].Occurred = i+1, 1+i/8, occurred
	}
	return memory.Conversation{LLMSource: "claude", Session: session, Project: project, File: "/s/" + session + ".jsonl",
		Steps: Of(steps)}
}

// Of returns an iterator over steps.
func Of(steps []memory.Step) func(func(memory.Step, error) bool) {
	return func(yield func(memory.Step, error) bool) {
		for _, s := range steps {
			if !yield(s, nil) {
				return
			}
		}
	}
}
