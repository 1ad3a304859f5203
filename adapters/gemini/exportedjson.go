package gemini

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

const cli = "gemini"

// DetectExportJSON reports whether a file begins like a conversation that was shared as JSON: an array of the API's
// content objects.
func DetectExportJSON(head []byte) bool {
	text := strings.TrimSpace(exported.Lines(string(head)))
	if !strings.HasPrefix(text, "[") {
		return false
	}
	first := strings.TrimSpace(text[1:])
	return strings.HasPrefix(first, "{") && strings.Contains(first, `"parts"`) && strings.Contains(first, `"role"`) &&
		(strings.Contains(first, `"user"`) || strings.Contains(first, `"model"`))
}

// OpenExportJSON reads a conversation that was shared as JSON. Its errors are those of [exported.Read],
// adapter.ErrFormat and ErrEmpty.
func OpenExportJSON(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	if !json.Valid([]byte(content)) {
		return timeline.Stream{}, fmt.Errorf("%s: %w: it is not valid JSON", path, adapter.ErrFormat)
	}
	s := newSession(content)
	number := 0
	for message := range jsonl.Elements([]byte(content)) {
		number++
		for part := range jsonl.Elements(message.Get("parts")) {
			s.part(number, message.Get("role").String(), part)
		}
	}
	return s.Stream(path)
}

// session is a shared conversation, with its calls by id.
type session struct {
	*exported.Session
	calls map[string]*timeline.Entry
}

func newSession(content string) *session {
	return &session{exported.New(cli, "", content), map[string]*timeline.Entry{}}
}

// part adds a part of a message: a text, a call, or a result.
func (s *session) part(line int, role string, part jsonl.Value) {
	switch call, response := part.Get("functionCall"), part.Get("functionResponse"); {
	case call.IsObject():
		s.call(line, call)
	case response.IsObject():
		s.response(line, response)
	case part.Get("thought").Bool():
		s.Thinking(line, part.Get("text").String())
	case role == "user":
		s.Text(line, timeline.User, withoutContext(part.Get("text").String()))
	default:
		s.Text(line, timeline.Assistant, part.Get("text").String())
	}
}

func (s *session) call(line int, call jsonl.Value) {
	name := call.Get("name").String()
	tool, input := ToUniversal(name, call.Get("args"))
	id := call.Get("id").String()
	s.calls[id] = s.Call(line, id, tool, name, input)
}

func (s *session) response(line int, response jsonl.Value) {
	call := s.calls[response.Get("id").String()]
	if call == nil { // the export does not contain the call
		call = s.Call(line, response.Get("id").String(), timeline.Unknown, response.Get("name").String(), nil)
	}
	if failed := response.Get("response", "error"); failed.IsString() {
		s.Result(line, call, failed.String(), false)
		return
	}
	s.Result(line, call, unwrapped(response.Get("response", "output").String()), true)
}

// unwrapped returns a tool's output without the tags that the CLI puts around it.
func unwrapped(output string) string {
	const begin, end = "<untrusted_context>\n", "\n</untrusted_context>"
	inner, isWrapped := strings.CutPrefix(output, begin)
	if inner, ok := strings.CutSuffix(inner, end); isWrapped && ok {
		return inner
	}
	return output
}

// withoutContext returns a prompt without the session context that the CLI puts before the first prompt.
func withoutContext(text string) string {
	const begin, end = "<session_context>", "</session_context>"
	if strings.HasPrefix(text, begin) {
		if _, rest, found := strings.Cut(text, end); found {
			return rest
		}
	}
	return text
}
