package gemini

import (
	"context"
	"encoding/json"
	"strings"

	"stead/internal/adapt/exported"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

const (
	userHeading  = "## USER 🧑‍💻"
	modelHeading = "## MODEL ✨"
	separator    = "\n\n---\n\n"
	callMark     = "**Tool Command**:\n```json\n"
	responseMark = "**Tool Response**:\n```json\n"
	fenceEnd     = "\n```"
)

// DetectExportMarkdown reports whether a file begins like a conversation that was shared as Markdown.
func DetectExportMarkdown(head []byte) bool {
	text := exported.Lines(string(head))
	return strings.HasPrefix(text, userHeading) || strings.HasPrefix(text, modelHeading)
}

// OpenExportMarkdown reads a conversation that was shared as Markdown. Its errors are those of [exported.Read], and
// adapter.ErrEmpty.
func OpenExportMarkdown(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	s := newSession(content)
	line := 1
	for _, message := range messages(content) {
		s.message(line, message)
		line += strings.Count(message, "\n") + strings.Count(separator, "\n")
	}
	return s.Stream(path)
}

// messages splits the text at each rule that a heading follows. A rule without a heading may be part of the model's
// text.
func messages(content string) []string {
	var all []string
	for _, part := range strings.Split(content, separator) {
		if len(all) > 0 && !strings.HasPrefix(part, userHeading) && !strings.HasPrefix(part, modelHeading) {
			all[len(all)-1] += separator + part
			continue
		}
		all = append(all, part)
	}
	return all
}

// message adds the texts, calls and results of a message in order.
func (s *session) message(line int, message string) {
	heading, body, _ := strings.Cut(message, "\n")
	kind := timeline.Assistant
	if strings.HasPrefix(heading, userHeading) {
		kind, body = timeline.User, withoutContext(strings.TrimLeft(body, "\n"))
	}
	for body != "" {
		at, mark := next(body)
		s.Text(line, kind, body[:at])
		if mark == "" {
			return
		}
		fenced, rest, found := strings.Cut(body[at+len(mark):], fenceEnd)
		if value := jsonl.Value(fenced); found && json.Valid(value) {
			if mark == callMark {
				s.call(line, value)
			} else {
				s.response(line, value)
			}
		}
		body = rest
	}
}

// next returns the position of the next mark, and the mark itself. If there is none, at is the length of the body.
func next(body string) (at int, mark string) {
	at = len(body)
	for _, m := range []string{callMark, responseMark} {
		if i := strings.Index(body, m); i >= 0 && i < at {
			at, mark = i, m
		}
	}
	return at, mark
}
