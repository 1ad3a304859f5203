// Package sample makes sessions for tests: sessions with every kind of entry, with context that nobody typed, of any
// length, hostile ones that name files outside the session, one with every element that is displayed differently, and
// one in which every text is hostile.
package sample

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"stead/timeline"
)

// Session returns a session that no CLI has written: every type of entry, every universal tool, parallel calls, a
// failed one, pictures, thinking, and text that is hard to carry. Every writer must handle it.
func Session() timeline.Stream {
	b := &builder{}
	b.text(timeline.User, "Fix the tests.\n\tThe \"parser\" is broken: \\d+ \u00e9 \U0001F600 \u0000 \u2028 </script>")
	b.add(&timeline.Entry{
		Type: timeline.Assistant, Content: timeline.NewText("I will look."), Thinking: timeline.NewText("Which file?"),
		Model: "sample-model", StopReason: "tool_use", Usage: &timeline.Usage{Input: 12, Output: 34, CacheRead: 5},
	})
	for _, call := range calls {
		b.call(call.tool, call.original, call.input)
		b.result(true, "done: "+string(call.tool), "")
	}
	b.call(timeline.Bash, "Bash", `{"command":"false"}`)
	b.result(false, "nothing to say", "exit code 1")
	b.parallel()
	b.add(&timeline.Entry{
		Type: timeline.User, Content: timeline.NewText("And this picture?"),
		Attachments: []timeline.Attachment{Picture()},
	})
	b.text(timeline.Assistant, "A red pixel.")
	return timeline.Stream{Header: header(), Entries: timeline.Of(b.entries...)}
}

var calls = []struct {
	tool     timeline.Tool
	original string
	input    string
}{
	{timeline.Read, "read_file", `{"path":"/home/user/demo/main.go","offset":3,"limit":20}`},
	{timeline.Write, "write_file", `{"path":"/home/user/demo/new.txt","content":"one\ntwo\n"}`},
	{timeline.Edit, "replace", `{"path":"/home/user/demo/main.go","old":"a := 1","new":"a := 2"}`},
	{timeline.Bash, "shell", `{"command":"go test ./... | tail -n 3","workdir":"/home/user/demo"}`},
	{timeline.Search, "grep", `{"pattern":"TODO","path":"/home/user/demo","glob":"*.go"}`},
	{timeline.Glob, "glob", `{"pattern":"**/*.go","path":"/home/user/demo"}`},
	{timeline.List, "ls", `{"path":"/home/user/demo"}`},
	{timeline.Ask, "ask",
		`{"questions":[{"question":"Which one?","header":"Choice","options":[{"label":"a","description":"the first"}]}]}`},
	{timeline.Task, "task", `{"prompt":"Read the docs.","description":"docs","agent":"reader"}`},
	{timeline.WebFetch, "fetch", `{"url":"https://example.org/","prompt":"What is it?"}`},
	{timeline.WebSearch, "web_search", `{"query":"go iterators"}`},
	{timeline.Unknown, "mcp__tracker__list", `{"state":"open","deep":{"list":[1,2.5,null,true]}}`},
}

func header() timeline.Header {
	return timeline.Header{
		ID: "0f0f0f0f-0000-4000-8000-000000000001", Version: timeline.Version,
		Source:   timeline.Source{CLI: "sample", OriginalID: "0f0f0f0f-0000-4000-8000-000000000001"},
		Project:  timeline.Project{Path: "/home/user/demo", Name: "demo"},
		Model:    timeline.Model{Provider: "sample", Model: "sample-model"},
		Metadata: timeline.Metadata{Created: "2026-11-20T10:00:00Z", LastModified: "2026-11-20T10:59:00Z"},
	}
}

// Picture returns a PNG of one red pixel.
func Picture() timeline.Attachment {
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	return timeline.Attachment{
		MediaType: "image/png", Data: timeline.NewText(png), Bytes: int64(base64.StdEncoding.DecodedLen(len(png)) - 2),
	}
}

type builder struct {
	entries []*timeline.Entry
	calls   []string
}

func (b *builder) add(e *timeline.Entry) {
	n := len(b.entries)
	if e.ID == "" {
		e.ID = fmt.Sprintf("0f0f0f0f-0000-4000-8000-1%011d", n)
	}
	e.Timestamp = fmt.Sprintf("2026-11-20T10:%02d:%02d.000Z", n/60, n%60)
	b.entries = append(b.entries, e)
}

func (b *builder) text(kind timeline.EntryType, text string) {
	b.add(&timeline.Entry{Type: kind, Content: timeline.NewText(text)})
}

func (b *builder) call(tool timeline.Tool, original, input string) {
	id := fmt.Sprintf("call_%d", len(b.entries))
	b.calls = append(b.calls, id)
	b.add(&timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: tool, OriginalTool: original,
		Input: json.RawMessage(input), Model: "sample-model"})
}

// result answers the oldest call without an answer.
func (b *builder) result(success bool, output, failure string) {
	b.add(&timeline.Entry{
		Type: timeline.ToolResult, CallID: b.calls[0], Success: success,
		Output: timeline.NewText(output), Error: timeline.NewText(failure),
	})
	b.calls = b.calls[1:]
}

// parallel makes two calls before the first is answered. One of the answers is a picture.
func (b *builder) parallel() {
	b.call(timeline.Bash, "shell", `{"command":"date"}`)
	b.call(timeline.Read, "read_file", `{"path":"/home/user/demo/red.png"}`)
	b.result(true, "Fri Nov 20", "")
	b.result(true, "", "")
	b.entries[len(b.entries)-1].Attachments = []timeline.Attachment{Picture()}
}
