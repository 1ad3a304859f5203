// Package memoryfiles makes the memory's two unified files for tests, like an extraction.
package memoryfiles

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/catalog/memory"
	"stead/timeline"
)

// Files are the two unified files of a test.
type Files struct {
	t testing.TB
	// Folder is their folder.
	Folder string
	// Messages and Events are the lines that [Files.Write] appends.
	Messages, Events bytes.Buffer
	seen             map[string]bool
	seq, turn        map[string]int
	now              time.Time
}

// New returns files in a temporary folder of the test. It writes nothing yet.
func New(t testing.TB) *Files {
	return &Files{t: t, Folder: t.TempDir(), seen: map[string]bool{}, seq: map[string]int{}, turn: map[string]int{},
		now: time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC)}
}

func (f *Files) line(to *bytes.Buffer, value any) {
	f.t.Helper()
	line, err := json.Marshal(value)
	if err != nil {
		f.t.Fatal(err)
	}
	to.Write(append(line, '\n'))
}

// Begin adds the event of the session itself.
func (f *Files) Begin(session, project string) {
	f.line(&f.Events, memory.Event{Session: session, LLMSource: "claude", Type: memory.SessionEvent, About: &memory.About{
		Title: "About " + session, Project: project, Branch: "main", SourceType: memory.FromSession,
		SourceFile: "/s/" + session + ".jsonl"}})
}

// Say adds an event, and the message with its text unless the text was said before.
func (f *Files) Say(session string, kind memory.Kind, content string, more ...func(*memory.Event, *memory.Message)) {
	f.seq[session]++
	f.now = f.now.Add(time.Second)
	if kind == memory.KindPrompt {
		f.turn[session]++
	}
	e := memory.Event{Session: session, LLMSource: "claude", Type: memory.EntryEvent, Seq: f.seq[session],
		Turn: f.turn[session], Kind: kind,
		Hash: Hash(content), Line: f.seq[session], Occurred: memory.Stamp(f.now), Bytes: len(content)}
	m := memory.Message{Hash: e.Hash, Content: content, Role: memory.RoleUser, LLMSource: "claude",
		Provenance: memory.Provenance{SourceType: memory.FromSession, SourceFile: "/s/" + session + ".jsonl",
			SourceLine: e.Line, SessionID: session},
		Timestamps: memory.Timestamps{Occurred: e.Occurred, ExtractedAt: "2026-11-23T06:00:00Z"},
		Metadata:   memory.Metadata{ContentLength: len(content), Kind: kind}}
	for _, change := range more {
		change(&e, &m)
	}
	if !f.seen[e.Hash] {
		f.seen[e.Hash] = true
		f.line(&f.Messages, m)
	}
	f.line(&f.Events, e)
}

// Calls returns an option that makes an event and its message a call.
func Calls(id string, tool timeline.Tool, original string, input map[string]any) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) {
		e.CallID, e.Tool, e.OriginalTool = id, string(tool), original
		if path, ok := input["path"].(string); ok {
			e.Path = path
		}
		m.Role, m.Metadata.Tool = memory.RoleAssistant, string(tool)
		m.Metadata.Input, _ = json.Marshal(input)
	}
}

// Answers returns an option that makes an event the result of a call.
func Answers(id string, success bool) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) { e.CallID, e.Success, m.Role = id, &success, memory.RoleTool }
}

// Took returns an option that sets an answer's tokens.
func Took(model string, usage timeline.Usage) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) {
		e.Model, e.Usage, m.LLMModel, m.Role = model, &usage, model, memory.RoleAssistant
	}
}

// Write appends everything added since the last call to the files.
func (f *Files) Write() {
	f.t.Helper()
	if err := os.MkdirAll(f.Folder, 0o700); err != nil {
		f.t.Fatal(err)
	}
	for name, b := range map[string]*bytes.Buffer{memory.MessagesFile: &f.Messages, memory.EventsFile: &f.Events} {
		file, err := os.OpenFile(filepath.Join(f.Folder, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			f.t.Fatal(err)
		}
		if _, err := file.Write(b.Bytes()); err != nil {
			f.t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			f.t.Fatal(err)
		}
		b.Reset()
	}
}

// Work adds turns of everyday work to a session.
func (f *Files) Work(r *rand.Rand, session string, turns int) {
	for range turns {
		n := r.Uint64()
		f.Say(session, memory.KindPrompt, fmt.Sprintf("Please fix case %d, see https://example.org/issues/%d", n, n%100))
		for range 3 {
			id := fmt.Sprintf("call-%d", r.Uint64())
			f.Say(session, memory.KindCall, fmt.Sprintf("bash\ncommand: go test -run %d", r.Uint64()%1000),
				Calls(id, timeline.Bash, "Bash", map[string]any{"command": "go test"}))
			f.Say(session, memory.KindResult, fmt.Sprintf("run %d\n%s", r.Uint64(),
				strings.Repeat("ok \tstead/memory\t0.1s \"é\"\n", 1+r.IntN(200))), Answers(id, true))
		}
		f.Say(session, memory.KindAnswer, fmt.Sprintf("Done with %d. %s", n,
			strings.Repeat("It **passes** now. ", r.IntN(40))),
			Took("claude-opus-4-8", timeline.Usage{Input: 100, Output: 20, CacheRead: 1000}))
	}
}

// Everyday writes a session with a bit of everything: s1 of Claude Code, with 11 messages and 12 events.
func (f *Files) Everyday() {
	f.Begin("s1", "/p")
	f.Say("s1", memory.KindPrompt, "/review https://example.org/a?b=1, please")
	f.Say("s1", memory.KindCall, "bash\ncommand: git commit",
		Calls("c1", timeline.Bash, "Bash", map[string]any{"command": "git commit -m x"}))
	f.Say("s1", memory.KindResult, "[main 1a2b3c4] x\n 1 file changed", Answers("c1", true))
	f.Say("s1", memory.KindCall, "edit\npath: /p/a.go", Calls("c2", timeline.Edit, "Edit",
		map[string]any{"path": "/p/a.go"}))
	f.Say("s1", memory.KindCall, "patch", Calls("c3", timeline.Edit, "apply_patch",
		map[string]any{"patch": "*** Begin Patch\n*** Add File: b.go\n+x\n*** End Patch"}))
	f.Say("s1", memory.KindResult, "no", Answers("c2", false))
	f.Say("s1", memory.KindCall, "x", Calls("c4", timeline.Unknown, "mcp__github__list_issues", nil))
	f.Say("s1", memory.KindCall, "y", Calls("c5", timeline.Unknown, "Skill", map[string]any{"skill": "pdf"}))
	f.Say("s1", memory.KindCall, "z", Calls("c6", timeline.Task, "Agent", map[string]any{"agent": "explorer"}))
	f.Say("s1", memory.KindAnswer, "Done.", Took("claude-opus-4-8", timeline.Usage{Input: 1000, Output: 100}))
	f.Say("s1", memory.KindAnswer, "Done too.", Took("nobody-knows-1", timeline.Usage{Input: 1000}))
	f.Write()
}

// Copy copies both files into another folder.
func Copy(t testing.TB, from, to string) {
	t.Helper()
	for _, name := range []string{memory.MessagesFile, memory.EventsFile} {
		content, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Hash returns the hash of a content, as an extraction writes it.
func Hash(content string) string {
	sum := sha256.Sum256([]byte(memory.Normalize(content)))
	return hex.EncodeToString(sum[:])
}
