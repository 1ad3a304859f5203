package sample

import (
	"encoding/json"
	"fmt"
	"strings"

	"stead/timeline"
)

// PictureData is a picture of one pixel, in base64.
const PictureData = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// Lines returns n lines of text.
func Lines(n int) timeline.Text {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return timeline.NewText(b.String())
}

// entries creates entries a minute apart.
type entries struct {
	all []*timeline.Entry
}

func (b *entries) add(e timeline.Entry) *timeline.Entry {
	e.Timestamp = fmt.Sprintf("2026-11-20T23:%02d:00Z", 40+len(b.all))
	if len(b.all) >= 20 {
		e.Timestamp = fmt.Sprintf("2026-11-21T00:%02d:00Z", len(b.all)-20)
	}
	if e.ID == "" {
		e.ID = fmt.Sprintf("e%d", len(b.all)+1)
	}
	b.all = append(b.all, &e)
	return &e
}

func (b *entries) says(who timeline.EntryType, text string) *timeline.Entry {
	return b.add(timeline.Entry{Type: who, Content: timeline.NewText(text)})
}

func (b *entries) calls(id string, tool timeline.Tool, input string) *timeline.Entry {
	return b.add(timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: tool, OriginalTool: "Native",
		Input: json.RawMessage(input)})
}

func (b *entries) returns(call, output string) *timeline.Entry {
	return b.add(timeline.Entry{Type: timeline.ToolResult, CallID: call, Success: true, Output: timeline.NewText(output)})
}

func (b *entries) fails(call, output, reason string) {
	b.add(timeline.Entry{Type: timeline.ToolResult, CallID: call, Output: timeline.NewText(output),
		Error: timeline.NewText(reason)})
}

// Shown returns a session with one of everything.
func Shown() timeline.Stream {
	var b entries
	b.says(timeline.System, "harness").Hidden = true
	prompt := b.says(timeline.User, "Fix the bug in `calc.py`,\nand look at the picture.\n\n\tIt is *indented*.")
	prompt.Attachments = []timeline.Attachment{
		{MediaType: "image/png", Name: "shot.png", Bytes: 70, Data: timeline.NewText(PictureData)},
		{MediaType: "application/pdf", Name: "spec.pdf", Bytes: 12_345},
	}
	answer := b.says(timeline.Assistant,
		"I **look** at both:\n\n| file | state |\n|---|---|\n| calc.py | broken |\n\n- [x] read\n- [ ] fix\n\n```go\nfunc main() {}\n```\n")
	answer.Thinking, answer.Model = timeline.NewText("The picture shows *an error*."), "claude-opus-4-8"
	b.calls("c1", timeline.Bash, `{"command":"go test ./... 2>&1 |\n tail -n 100","timeout":1000}`)
	b.calls("c2", timeline.Read, `{"path":"/home/user/demo/calc.py"}`)
	b.fails("c1", "FAIL\nexit status 1\n", "exit code 1")
	b.returns("c2", "```\na fence in a file\n```\n\x1b[31mred\x1b[0m")
	b.calls("c3", timeline.Edit,
		`{"path":"/home/user/demo/calc.py","old":"def add(a, b):\n    return a - b\n","new":"def add(a, b):\n    return a + b\n","replaceAll":false}`)
	b.returns("c3", "")
	b.calls("c4", timeline.Edit,
		`{"patch":"*** Begin Patch\n*** Update File: a.go\n@@ func main\n-old\n+new\n*** Add File: b.go\n+package b\n*** End Patch"}`)
	b.says(timeline.Assistant, "While that runs, I ask another.").Model = "claude-haiku-4-5"
	b.calls("c5", timeline.Task, `{"prompt":"Find hello.","description":"Find hello"}`)
	b.returns("c5", "Found it.")
	b.says(timeline.User, "Something else").Branch = "b"
	b.says(timeline.Assistant, "That way leads nowhere.").Branch = "b"
	b.says(timeline.User, "Fix issue 42.").Origin = &timeline.Origin{Kind: timeline.Command, Name: "fixissue",
		Typed: timeline.NewText("/fixissue 42")}
	b.says(timeline.User, "# Guide\n\n<b>make all</b>\n").Origin = &timeline.Origin{Kind: timeline.Mention,
		Name: "docs/guide.md"}
	failed := 2
	b.says(timeline.User, "make: \x1b[31mno rule\n").Origin = &timeline.Origin{Kind: timeline.Shell,
		Typed: timeline.NewText("make all"), ExitCode: &failed}
	b.says(timeline.User, "Go on")
	b.returns("c4", "Success.")
	b.calls("c6", timeline.Unknown, `{"subject":"x","tags":["a","b"]}`)
	b.says(timeline.User, "That was interrupted.")
	b.says(timeline.System, "## Summary\n\nThe bug is fixed.").Compaction = &timeline.Compaction{Trigger: "auto"}
	b.says(timeline.System, "API error: overloaded")
	last := b.calls("c7", timeline.Read, `{"path":"shot.png"}`)
	last.Model = "claude-opus-4-8"
	b.returns("c7", "").Attachments = []timeline.Attachment{{MediaType: "image/png", Data: timeline.NewText(PictureData)}}
	return timeline.Stream{Header: shownHeader(), Entries: timeline.Of(b.all...),
		Children: []timeline.Stream{child("c5"), child("nowhere")}}
}

func shownHeader() timeline.Header {
	return timeline.Header{
		ID: "703f4375", Version: timeline.Version, Source: timeline.Source{CLI: "claude", Version: "2.1.197"},
		Model:    timeline.Model{Provider: "anthropic", Model: "claude-opus-4-8"},
		Project:  timeline.Project{Path: "/home/user/demo", Git: &timeline.Git{Branch: "main"}},
		Metadata: timeline.Metadata{Tokens: &timeline.Tokens{Input: 1200, Output: 34}, Cost: 0.5},
		Branches: []timeline.Branch{{ID: "b", Entries: 2}},
	}
}

func child(call string) timeline.Stream {
	var b entries
	b.says(timeline.User, "Find hello.")
	b.calls("s1", timeline.Search, `{"pattern":"hello"}`)
	b.returns("s1", "a.go:1: hello")
	b.says(timeline.Assistant, "Found it.")
	return timeline.Stream{
		Header:  timeline.Header{ID: "agent-" + call, Lineage: &timeline.Lineage{At: call, Kind: timeline.LineageSubagent}},
		Entries: timeline.Of(b.all...),
	}
}

// Hostile returns a session in which every member contains the text.
func Hostile(text string) timeline.Stream {
	t := timeline.NewText(text)
	input, err := json.Marshal(map[string]any{"command": text, text: text, "list": []string{text}})
	if err != nil {
		panic(err) // strings can always be encoded
	}
	edit, _ := json.Marshal(map[string]string{"path": text, "old": text, "new": text + "\n" + text})
	patch, _ := json.Marshal(map[string]string{"patch": "*** Update File: " + text + "\n" + text})
	attachments := []timeline.Attachment{{MediaType: text, Name: text, Data: t},
		{MediaType: "image/png", Name: text, Data: timeline.NewText(PictureData)}}
	s := timeline.Stream{
		Header: timeline.Header{
			ID: text, Source: timeline.Source{CLI: text, Version: text}, Model: timeline.Model{Model: text},
			Project: timeline.Project{Path: text, Git: &timeline.Git{Branch: text}}, Lineage: &timeline.Lineage{Parent: text},
			Branches: []timeline.Branch{{ID: text, Entries: 1}},
		},
		Entries: timeline.Of(
			&timeline.Entry{ID: "1", Timestamp: text, Type: timeline.User, Content: t, Attachments: attachments},
			&timeline.Entry{ID: "2", Type: timeline.User, Content: t},
			&timeline.Entry{ID: "3", Type: timeline.User, Content: t},
			&timeline.Entry{ID: "4", Type: timeline.Assistant, Content: t, Thinking: t, Model: text, Attachments: attachments},
			&timeline.Entry{ID: "5", Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: text, Input: input},
			&timeline.Entry{ID: "6", Type: timeline.ToolCall, Tool: timeline.Bash, Input: input},
			&timeline.Entry{ID: "7", Type: timeline.ToolResult, CallID: "6", Output: t, Error: t, Attachments: attachments},
			&timeline.Entry{ID: "8", Type: timeline.ToolCall, Tool: timeline.Edit, Input: edit},
			&timeline.Entry{ID: "9", Type: timeline.ToolCall, Tool: timeline.Edit, Input: patch},
			&timeline.Entry{ID: "10", Type: timeline.System, Content: t},
			&timeline.Entry{ID: "11", Type: timeline.System, Content: t, Compaction: &timeline.Compaction{Trigger: text}},
			&timeline.Entry{ID: "12", Type: timeline.Assistant, Content: t, Branch: text},
			&timeline.Entry{ID: "13", Type: timeline.User, Content: timeline.NewText("The end.")},
			&timeline.Entry{ID: "14", Type: timeline.ToolResult, CallID: "5", Output: t, Error: t},
		),
	}
	child := s
	child.Header.Lineage = &timeline.Lineage{At: "6"}
	s.Children = []timeline.Stream{child}
	return s
}
