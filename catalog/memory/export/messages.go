package export

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/exported"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// markers are those of ADR-020 by which a file tells its CLI: the type of a record, or the name of a model.
var markers = []struct {
	llm   string
	marks func() *regexp.Regexp
}{
	{"claude", lazy.Regexp(`Claude Code v\d|\bclaude-[a-z0-9]`)},
	{"codex", lazy.Regexp(`"type"\s*:\s*"codex"|\bo[13](-mini|-pro|-preview)?\b|\bgpt-\d`)},
	{"gemini", lazy.Regexp(`"type"\s*:\s*"gemini"|\bgemini-\d`)},
	{"kimi", lazy.Regexp(`\bk1\.5\b|\bk2\b|\bkimi-`)},
}

// markedLLM returns the CLI whose marker stands first in a text.
func markedLLM(text string) string {
	at, llm := len(text), ""
	for _, m := range markers {
		if found := m.marks().FindStringIndex(text); found != nil && found[0] < at {
			at, llm = found[0], m.llm
		}
	}
	return llm
}

// isMessages reports whether a file begins with messages in JSON: an array, an object that holds one, or a message a
// line.
func isMessages(head []byte) bool {
	text := strings.TrimSpace(exported.Lines(string(head)))
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return false
	}
	return (strings.Contains(text, `"role"`) || strings.Contains(text, `"type"`)) &&
		(strings.Contains(text, `"content"`) || strings.Contains(text, `"text"`) || strings.Contains(text, `"message"`))
}

// openMessages reads messages. What is none is passed over. Errors are those of [exported.Read], and adapter.ErrEmpty.
func openMessages(ctx context.Context, path, llm string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	whole := jsonl.Value(strings.TrimSpace(content))
	s := exported.New(llm, idOf(whole), content)
	if json.Valid(whole) {
		err = addAll(ctx, s, whole)
	} else {
		number := 0
		for line := range strings.Lines(content) {
			number++
			if line = strings.TrimSpace(line); json.Valid([]byte(line)) {
				add(s, number, jsonl.Value(line))
			}
			if err = ctx.Err(); err != nil {
				break
			}
		}
	}
	if err != nil {
		return timeline.Stream{}, err
	}
	if len(s.Entries()) == 0 {
		return timeline.Stream{}, fmt.Errorf("%s: %w: it holds no message with a role and a text", path, adapter.ErrEmpty)
	}
	return s.Stream(path)
}

func idOf(whole jsonl.Value) string {
	for _, name := range []string{"session_id", "sessionId", "id"} {
		if id := whole.Get(name); id.IsString() {
			return id.String()
		}
	}
	return ""
}

// addAll adds the elements of an array, of the arrays in an object, or the one message that an object is.
func addAll(ctx context.Context, s *exported.Session, whole jsonl.Value) error {
	messages := whole
	if whole.IsObject() {
		for _, name := range []string{"messages", "conversation", "history", "items"} {
			if list := whole.Get(name); list.IsArray() {
				messages = list
			}
		}
	}
	if !messages.IsArray() {
		add(s, 1, whole)
		return nil
	}
	number := 0
	for message := range jsonl.Elements(messages) {
		if err := ctx.Err(); err != nil {
			return err
		}
		number++
		add(s, number, message)
	}
	return nil
}

// add adds a message, if it has a role and a text.
func add(s *exported.Session, line int, m jsonl.Value) {
	inner := m
	if m.Get("message").IsObject() {
		inner = m.Get("message")
	}
	role := first(inner, "role", "type")
	if role == "" {
		role = first(m, "role", "type")
	}
	text := textOf(inner)
	kind, ok := roles[role]
	if !ok || strings.TrimSpace(text) == "" {
		return
	}
	e := &timeline.Entry{Type: kind, Content: timeline.NewText(text),
		Timestamp: first(m, "timestamp", "created_at", "time"), Model: first(m, "model")}
	if kind == timeline.ToolResult {
		e.Content, e.Output, e.Success = timeline.Text{}, e.Content, true
	}
	s.Add(line, e)
}

var roles = map[string]timeline.EntryType{
	"user": timeline.User, "human": timeline.User, "assistant": timeline.Assistant, "model": timeline.Assistant,
	"ai":    timeline.Assistant,
	"codex": timeline.Assistant, "gemini": timeline.Assistant, "kimi": timeline.Assistant, "claude": timeline.Assistant,
	"system": timeline.System, "tool": timeline.ToolResult,
}

func first(v jsonl.Value, names ...string) string {
	for _, name := range names {
		if text := v.Get(name).String(); text != "" {
			return text
		}
	}
	return ""
}

// textOf returns the text of a message: a string, or the texts of its parts.
func textOf(m jsonl.Value) string {
	for _, name := range []string{"content", "text", "message", "parts"} {
		switch v := m.Get(name); {
		case v.IsString():
			return v.String()
		case v.IsArray():
			var texts []string
			for part := range jsonl.Elements(v) {
				if text := part.Get("text"); text.IsString() {
					texts = append(texts, text.String())
				} else if part.IsString() {
					texts = append(texts, part.String())
				}
			}
			return strings.Join(texts, "\n")
		}
	}
	return ""
}
