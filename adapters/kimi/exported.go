package kimi

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"stead/internal/adapt/exported"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

const (
	cli   = "kimi"
	title = "# Kimi Session Export"
)

// DetectExportMarkdown reports whether a file begins like an export in Markdown.
func DetectExportMarkdown(head []byte) bool {
	text := exported.Lines(string(head))
	front, rest, found := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	return strings.HasPrefix(text, "---\n") && found && strings.HasPrefix(front, "session_id: ") &&
		strings.HasPrefix(strings.TrimSpace(rest), title)
}

// OpenExportMarkdown reads an export in Markdown. Its errors are those of [exported.Read], and adapter.ErrEmpty.
func OpenExportMarkdown(_ context.Context, path, _ string) (timeline.Stream, error) {
	content, err := exported.Read(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	front, _, _ := strings.Cut(strings.TrimPrefix(content, "---\n"), "\n---\n")
	facts := frontMatter(front)
	m := markdown{Session: exported.New(cli, facts["session_id"], content), calls: map[string]*timeline.Entry{}}
	m.Header.Project.Path = facts["work_dir"]
	m.parse(content)
	return m.Stream(path)
}

func frontMatter(front string) map[string]string {
	facts := map[string]string{}
	for line := range strings.Lines(front) {
		if name, value, found := strings.Cut(strings.TrimRight(line, "\n"), ": "); found {
			facts[name] = value
		}
	}
	return facts
}

// markdown is the state of reading an export: the current section, and the calls by id.
type markdown struct {
	*exported.Session
	calls   map[string]*timeline.Entry
	section string
	begin   int
	body    strings.Builder
}

var turn = lazy.Regexp(`^## Turn \d+$`)

func (m *markdown) parse(content string) {
	number := 0
	for line := range strings.Lines(content) {
		number++
		heading := strings.TrimRight(line, "\n")
		switch {
		case turn().MatchString(heading):
			m.end("", number)
		case heading == "### User" || heading == "### Assistant" || heading == "### System":
			m.end(strings.TrimPrefix(heading, "### "), number)
		case strings.HasPrefix(heading, "#### Tool Call: ") && m.section != "":
			m.end("Call", number)
			m.body.WriteString(line)
		case strings.HasPrefix(heading, "<details><summary>Tool Result: ") && m.section != "":
			m.end("Result", number)
		default:
			m.body.WriteString(line)
			if m.isOver(heading) {
				m.end("Assistant", number)
			}
		}
	}
	m.end("", number)
}

// isOver reports whether a line ends a call or a result.
func (m *markdown) isOver(line string) bool {
	return m.section == "Call" && line == "```" || m.section == "Result" && line == "</details>"
}

// end adds the current section to the session, and begins the next one.
func (m *markdown) end(next string, number int) {
	body := m.body.String()
	m.body.Reset()
	switch m.section {
	case "User":
		m.Text(m.begin, timeline.User, body)
	case "Assistant":
		m.answer(body)
	case "System":
		m.Text(m.begin, timeline.System, body)
	case "Call":
		m.call(body)
	case "Result":
		m.result(body)
	}
	m.section, m.begin = next, number
}

const (
	thinkingBegin = "<details><summary>Thinking</summary>\n\n"
	detailsEnd    = "\n\n</details>"
)

// answer adds the texts of an answer, and the folded thinking between them.
func (m *markdown) answer(body string) {
	for {
		before, rest, found := strings.Cut(body, thinkingBegin)
		m.Text(m.begin, timeline.Assistant, before)
		if !found {
			return
		}
		thinking, after, _ := strings.Cut(rest, detailsEnd)
		m.Thinking(m.begin, thinking)
		body = after
	}
}

var (
	callTitle = lazy.Regexp("^#### Tool Call: (\\S+)")
	callID    = lazy.Regexp(`<!-- call_id: (\S+) -->\n`)
)

func (m *markdown) call(body string) {
	name, id := first(callTitle(), body), first(callID(), body)
	_, arguments, _ := strings.Cut(body, "```json\n")
	arguments, _, _ = strings.Cut(arguments, "\n```")
	var input json.RawMessage
	tool := timeline.Unknown
	if json.Valid([]byte(arguments)) {
		tool, input = ToUniversal(name, []byte(arguments))
	}
	m.calls[id] = m.Call(m.begin, id, tool, name, input)
}

// result adds a call's result. The export does not say whether the call failed.
func (m *markdown) result(body string) {
	id := first(callID(), body)
	_, output, _ := strings.Cut(body, "-->\n")
	output = strings.TrimSuffix(strings.TrimRight(output, "\n"), "</details>")
	call := m.calls[id]
	if call == nil {
		call = m.Call(m.begin, id, timeline.Unknown, "unknown", nil)
	}
	m.Result(m.begin, call, strings.TrimSpace(output), true)
}

func first(pattern *regexp.Regexp, text string) string {
	match := pattern.FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	return match[1]
}
