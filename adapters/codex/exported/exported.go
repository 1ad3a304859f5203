// Package exported reads the files that Codex's /export writes: a conversation in Markdown, without times and ids.
//
// Observed with codex 0.169.0. A heading within a prompt or an answer looks the same as a heading of the export.
package exported

import (
	"context"
	"path/filepath"
	"strings"

	"stead/internal/adapt/exported"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

const (
	cli   = "codex"
	title = "# Codex conversation"
)

// Detect reports whether a file begins like an export.
func Detect(head []byte) bool {
	first, _, _ := strings.Cut(exported.Lines(string(head)), "\n")
	return strings.TrimSpace(first) == title
}

var fileName = lazy.Regexp(`^codex-session-([0-9a-fA-F-]{36})\.md$`)

// Open reads an export. Its name tells the session's id. Errors are those of [exported.Read], and adapter.ErrEmpty.
func Open(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	id := ""
	if match := fileName().FindStringSubmatch(filepath.Base(path)); match != nil {
		id = match[1]
	}
	s := exported.New(cli, id, content)
	parse(s, content)
	return s.Stream(path)
}

// parse goes from heading to heading.
func parse(s *exported.Session, content string) {
	var heading string
	var body strings.Builder
	begin, number := 0, 0
	end := func() {
		section(s, begin, heading, body.String())
		body.Reset()
	}
	for line := range strings.Lines(content) {
		number++
		if name, ok := strings.CutPrefix(strings.TrimRight(line, "\n "), "## "); ok && isSection(name) {
			end()
			heading, begin = name, number
			continue
		}
		body.WriteString(line)
	}
	end()
}

func isSection(name string) bool {
	switch name {
	case "User", "Assistant", "Reasoning", "Activity":
		return true
	}
	return false
}

func section(s *exported.Session, line int, heading, body string) {
	switch heading {
	case "User":
		s.Text(line, timeline.User, body)
	case "Assistant":
		s.Text(line, timeline.Assistant, body)
	case "Reasoning":
		s.Thinking(line, body)
	case "Activity":
		activity(s, line, body)
	}
}

// status ends a command: how it went, its exit code if that is another than 0, and how long it took.
var status = lazy.Regexp(`^([✓✗])(?: \(-?\d+\))? • \S+$`)

const (
	indent  = "    "
	command = "$ "
)

// activity takes the commands of a section, with their output. Other activities are kept as a text.
func activity(s *exported.Session, begin int, body string) {
	var call *timeline.Entry
	var output []string
	number := begin
	finish := func(success bool) {
		if call != nil {
			s.Result(number, call, strings.TrimSpace(strings.Join(output, "\n")), success)
		} else {
			s.Text(number, timeline.Assistant, strings.Join(output, "\n"))
		}
		call, output = nil, nil
	}
	for line := range strings.Lines(body) {
		number++
		line = strings.TrimPrefix(strings.TrimRight(line, "\n"), indent)
		typed, isCommand := strings.CutPrefix(line, command)
		switch how := status().FindStringSubmatch(line); {
		case how != nil && call != nil:
			finish(how[1] == "✓")
		case isCommand && call == nil:
			finish(true)
			call = s.Call(number, "", timeline.Bash, "shell", exported.Input("command", typed))
		default:
			output = append(output, line)
		}
	}
	finish(true)
}
