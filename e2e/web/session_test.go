package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
	"stead/internal/testkit/fixtures"
)

// written is a session of Claude Code that a test writes, record by record.
type written struct {
	t  *testing.T
	id string
	// project is the folder in which it says it worked, branch the branch there, model the model.
	project, branch, model string

	parent  string
	records int
	text    bytes.Buffer
}

func newSession(t *testing.T, g *harness.Environment, id string) *written {
	return &written{t: t, id: id, project: g.Work, branch: "main", model: "claude-opus-4-8"}
}

// block is a content block of a message.
type block map[string]any

func text(content string) block { return block{"type": "text", "text": content} }

func call(id, tool string, input any) block {
	return block{"type": "tool_use", "id": id, "name": tool, "input": input}
}

func result(id string, content any) block {
	return block{"type": "tool_result", "tool_use_id": id, "content": content}
}

// says adds a prompt, or the result of a call.
func (w *written) says(content any) {
	w.record(block{"type": "user", "message": block{"role": "user", "content": content}})
}

// answers adds what the model said and called.
func (w *written) answers(blocks ...block) {
	w.record(block{"type": "assistant", "message": block{
		"id": fmt.Sprint("msg_", w.records), "type": "message", "role": "assistant", "model": w.model, "content": blocks,
		"usage": block{"input_tokens": 1, "output_tokens": 1},
	}})
}

// record adds a record of the conversation.
func (w *written) record(r block) {
	// sessions that begin with the same record are one conversation
	id := fmt.Sprintf("%s-0000-4000-8000-%012d", w.id[len(w.id)-8:], w.records)
	w.records++
	r["uuid"], r["parentUuid"], r["sessionId"] = id, nil, w.id
	if w.parent != "" {
		r["parentUuid"] = w.parent
	}
	r["isSidechain"], r["userType"], r["cwd"], r["version"], r["gitBranch"] = false, "external", w.project, "2.1.197", w.branch
	r["timestamp"] = fmt.Sprintf("2026-11-20T18:%02d:%02d.000Z", w.records/60%60, w.records%60)
	w.parent = id
	w.line(r)
}

// line adds a record that is none of the conversation.
func (w *written) line(r block) {
	w.t.Helper()
	w.text.WriteString(asJSON(w.t, r) + "\n")
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	content, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// placed writes the session into the store of Claude Code.
func (w *written) placed(g *harness.Environment) harness.Session {
	w.t.Helper()
	s := harness.Session{CLI: "claude", ID: w.id, Path: filepath.Join(g.Dir, ".claude/projects/written", w.id+".jsonl")}
	fixtures.Put(w.t, s.Path, w.text.Bytes())
	w.text.Reset()
	return s
}

// appended adds to a session what was said since, as its CLI does: in one write, at the end.
func (w *written) appended(s harness.Session) error {
	file, err := os.OpenFile(s.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.Write(w.text.Bytes())
	w.text.Reset()
	return err
}
