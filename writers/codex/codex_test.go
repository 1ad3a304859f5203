package codex_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/internal/adapter"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
	"stead/writers/codex"
)

var now = time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)

func store(root string) adapter.Store { return adapter.Store{CLI: "codex", Root: root} }

// options are those of a writing for which nothing was asked. The new ids count up.
func options() writers.Options {
	n := 0
	return writers.Options{Now: now, NewID: func() string {
		n++
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	}}
}

func header() timeline.Header {
	return timeline.Header{
		ID: "source", Version: timeline.Version, Source: timeline.Source{CLI: "claude", OriginalID: "source"},
		Project:  timeline.Project{Path: "/home/user/demo", Git: &timeline.Git{Branch: "main"}},
		Metadata: timeline.Metadata{Created: "2026-11-20T10:00:00Z"},
	}
}

// stream returns a session of entries that get ids and times where they have none.
func stream(entries ...*timeline.Entry) timeline.Stream {
	for i, e := range entries {
		if e.ID == "" {
			e.ID = fmt.Sprintf("entry-%d", i)
		}
		if e.Timestamp == "" {
			e.Timestamp = "2026-11-20T10:00:00Z"
		}
	}
	return timeline.Stream{Header: header(), Entries: timeline.Of(entries...)}
}

// encode returns the lines of the rollout that the entries become, and the report.
func encode(t *testing.T, s timeline.Stream, o writers.Options) ([]jsonl.Value, writers.Report) {
	t.Helper()
	plan, err := codex.New().Plan(store(""), s, o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	report, err := codex.New().Encode(context.Background(), &out, plan)
	if err != nil {
		t.Fatal(err)
	}
	var lines []jsonl.Value
	for line := range bytes.Lines(out.Bytes()) {
		lines = append(lines, jsonl.Value(bytes.TrimSuffix(line, []byte("\n"))))
	}
	return lines, report
}

// sent returns the response items, which are what the model gets.
func sent(lines []jsonl.Value) []string { return payloads(lines, "response_item", "") }

// drawn returns the completed items, which are what the terminal draws.
func drawn(lines []jsonl.Value) []string {
	var items []string
	for _, line := range lines {
		if item := line.Get("payload", "item"); item != nil {
			items = append(items, string(item))
		}
	}
	return items
}

// payloads returns the payloads of lines of a type, and of a kind unless it is empty.
func payloads(lines []jsonl.Value, lineType, kind string) []string {
	var found []string
	for _, line := range lines {
		if line.Get("type").Is(lineType) && (kind == "" || line.Get("payload", "type").Is(kind)) {
			found = append(found, string(line.Get("payload")))
		}
	}
	return found
}

// kinds returns the types of the lines' payloads, in order.
func kinds(lines []jsonl.Value) string {
	var all []string
	for _, line := range lines {
		kind := line.Get("payload", "type").String()
		if item := line.Get("payload", "item", "type"); item != nil {
			kind = item.String()
		}
		if kind == "" {
			kind = line.Get("type").String()
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

// lost reports whether the report declares a loss of that name.
func lost(report writers.Report, what string) bool {
	for _, loss := range report.Losses {
		if loss.What == what && loss.Why != "" {
			return true
		}
	}
	return false
}

func user(text string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.User, Content: timeline.NewText(text)}
}

func assistant(text string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText(text)}
}

func call(id string, tool timeline.Tool, original, input string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolCall, ID: id, Tool: tool, OriginalTool: original, Input: []byte(input)}
}

func result(id, output string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: true, Output: timeline.NewText(output)}
}
