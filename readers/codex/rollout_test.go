package codex_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	format "stead/adapters/codex"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/readers/codex"
	"stead/timeline"
)

const ownID = "01a1fa00-0000-7000-8000-000000000001"

// meta is the first line of a paginated rollout with more members in its payload.
func meta(id, more string) string {
	return fmt.Sprintf(
		`{"timestamp":"2026-11-20T10:00:00.000Z","ordinal":0,"type":"session_meta","payload":{"id":"%s","timestamp":"2026-11-20T10:00:00.000Z",`+
			`"cwd":"/home/user/demo","originator":"codex_exec","cli_version":"0.169.0","history_mode":"paginated"%s}}`, id, more)
}

// item and event are a response item and an event message with the ordinal and the given payload.
func item(ordinal int, payload string) string { return line(ordinal, "response_item", payload) }

func event(ordinal int, payload string) string { return line(ordinal, "event_msg", payload) }

func line(ordinal int, kind, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-20T10:00:%02d.000Z","ordinal":%d,"type":"%s","payload":%s}`, ordinal%60,
		ordinal, kind, payload)
}

func prompt(text string) string {
	return `{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}`
}

// marked is a message of one text that Codex has marked.
func marked(role, mark, text string) string {
	return `{"type":"message","role":"` + role + `","content":[{"type":"input_text","text":"` + text +
		`"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["` + mark + `"]}}`
}

func answer(text string) string {
	return `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]}`
}

// put writes a rollout into a store and returns its path.
func put(t *testing.T, root, id string, lines ...string) string {
	t.Helper()
	path := filepath.Join(root, "sessions", "2026", "11", "20", "rollout-2026-11-20T10-00-00-"+id+".jsonl")
	fixtures.Put(t, path, []byte(strings.Join(lines, "\n")+"\n"))
	return path
}

func open(t *testing.T, path string) (timeline.Stream, []*timeline.Entry) {
	t.Helper()
	return adaptertest.Opened(t, codex.Reader{}, path)
}

// told returns the visible entries in short: type, text, and how a call or its result is.
func told(entries []*timeline.Entry) []string {
	var all []string
	for _, e := range entries {
		if e.Hidden {
			continue
		}
		text := e.Content.String()
		switch e.Type {
		case timeline.ToolCall:
			text = fmt.Sprintf("%s %s", e.Tool, e.Input)
			if format.IsServer(e.OriginalTool) {
				text += " by " + e.OriginalTool
			}
		case timeline.ToolResult:
			text = fmt.Sprintf("%s %v %q %s", e.CallID, e.Success, e.Output, e.Error)
		}
		if e.Branch != "" {
			text += " on " + e.Branch
		}
		for _, a := range e.Attachments {
			text += " with " + a.Data.String()
		}
		if e.Origin != nil {
			text = string(e.Origin.Kind) + ": " + text
			all = append(all, string(e.Type)+" "+text)
			continue
		}
		all = append(all, string(e.Type)+": "+text)
	}
	return all
}
