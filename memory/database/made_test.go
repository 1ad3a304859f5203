package database

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/memory"
	"stead/timeline"
)

// files are the two unified files of a test.
type files struct {
	t                testing.TB
	folder           string
	messages, events bytes.Buffer
	seen             map[string]bool
	seq, turn        map[string]int
	now              time.Time
}

func newFiles(t testing.TB) *files {
	return &files{t: t, folder: t.TempDir(), seen: map[string]bool{}, seq: map[string]int{}, turn: map[string]int{},
		now: time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC)}
}

func (f *files) line(to *bytes.Buffer, value any) {
	f.t.Helper()
	line, err := json.Marshal(value)
	if err != nil {
		f.t.Fatal(err)
	}
	to.Write(append(line, '\n'))
}

// begin adds a session's own event.
func (f *files) begin(session, project string) {
	f.line(&f.events, memory.Event{Session: session, LLMSource: "claude", Type: memory.SessionEvent, About: &memory.About{
		Title: "About " + session, Project: project, Branch: "main", SourceType: memory.FromSession, SourceFile: "/s/" + session + ".jsonl"}})
}

// say adds an event, and the message of its text unless that was said before.
func (f *files) say(session string, kind memory.Kind, content string, more ...func(*memory.Event, *memory.Message)) {
	f.seq[session]++
	f.now = f.now.Add(time.Second)
	if kind == memory.KindPrompt {
		f.turn[session]++
	}
	e := memory.Event{Session: session, LLMSource: "claude", Type: memory.EntryEvent, Seq: f.seq[session], Turn: f.turn[session], Kind: kind,
		Hash: memory.Hash(content), Line: f.seq[session], Occurred: memory.Stamp(f.now), Bytes: len(content)}
	m := memory.Message{Hash: e.Hash, Content: content, Role: memory.RoleUser, LLMSource: "claude",
		Provenance: memory.Provenance{SourceType: memory.FromSession, SourceFile: "/s/" + session + ".jsonl", SourceLine: e.Line, SessionID: session},
		Timestamps: memory.Timestamps{Occurred: e.Occurred, ExtractedAt: "2026-11-23T06:00:00Z"},
		Metadata:   memory.Metadata{ContentLength: len(content), Kind: kind}}
	for _, change := range more {
		change(&e, &m)
	}
	if !f.seen[e.Hash] {
		f.seen[e.Hash] = true
		f.line(&f.messages, m)
	}
	f.line(&f.events, e)
}

// calls returns what makes an event and its message a call.
func calls(id string, tool timeline.Tool, original string, input map[string]any) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) {
		e.CallID, e.Tool, e.OriginalTool = id, string(tool), original
		if path, ok := input["path"].(string); ok {
			e.Path = path
		}
		m.Role, m.Metadata.Tool = memory.RoleAssistant, string(tool)
		m.Metadata.Input, _ = json.Marshal(input)
	}
}

// answers returns what makes an event the result of a call.
func answers(id string, success bool) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) { e.CallID, e.Success, m.Role = id, &success, memory.RoleTool }
}

// took returns what counts an answer's tokens.
func took(model string, usage timeline.Usage) func(*memory.Event, *memory.Message) {
	return func(e *memory.Event, m *memory.Message) {
		e.Model, e.Usage, m.LLMModel, m.Role = model, &usage, model, memory.RoleAssistant
	}
}

// write appends what was added since the last time to the files.
func (f *files) write() {
	f.t.Helper()
	for name, b := range map[string]*bytes.Buffer{memory.MessagesFile: &f.messages, memory.EventsFile: &f.events} {
		file, err := os.OpenFile(filepath.Join(f.folder, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
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

// work adds turns of everyday work to a session.
func (f *files) work(r *rand.Rand, session string, turns int) {
	for range turns {
		n := r.Uint64()
		f.say(session, memory.KindPrompt, fmt.Sprintf("Please fix case %d, see https://example.org/issues/%d", n, n%100))
		for range 3 {
			id := fmt.Sprintf("call-%d", r.Uint64())
			f.say(session, memory.KindCall, fmt.Sprintf("bash\ncommand: go test -run %d", r.Uint64()%1000),
				calls(id, timeline.Bash, "Bash", map[string]any{"command": "go test"}))
			f.say(session, memory.KindResult, fmt.Sprintf("run %d\n%s", r.Uint64(), strings.Repeat("ok \tstead/memory\t0.1s \"é\"\n", 1+r.IntN(200))), answers(id, true))
		}
		f.say(session, memory.KindAnswer, fmt.Sprintf("Done with %d. %s", n, strings.Repeat("It **passes** now. ", r.IntN(40))),
			took("claude-opus-4-8", timeline.Usage{Input: 100, Output: 20, CacheRead: 1000}))
	}
}

// loadInto loads what was added.
func (f *files) loadInto(d *Database) {
	f.t.Helper()
	f.write()
	if _, err := d.Load(f.t.Context(), nil); err != nil {
		f.t.Fatal(err)
	}
}

// opened opens the files' databases and loads them.
func (f *files) opened(o Options) (*Database, Report) {
	f.t.Helper()
	o.Folder = f.folder
	d, err := Open(f.t.Context(), o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = d.Close() })
	report, err := d.Load(f.t.Context(), nil)
	if err != nil {
		f.t.Fatal(err)
	}
	return d, report
}

// dump returns all rows of a tenant, sorted, without what differs between two databases with the same rows.
func (d *Database) dump(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	for _, table := range tables() {
		if table.Local {
			continue
		}
		columns := strings.Join(slicesWithout(table.Names(), "revision"), ", ")
		rows, err := d.holder(table.Name).Query("SELECT "+columns+" FROM "+table.Name+" WHERE tenant_id = ? ORDER BY "+strings.Join(table.Key, ", "), d.Tenant())
		if err != nil {
			t.Fatal(err)
		}
		names, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			b.WriteString(table.Name)
			for _, value := range values {
				fmt.Fprintf(&b, " %v", *value.(*any))
			}
			b.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
