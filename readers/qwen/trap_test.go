package qwen_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/qwen"
	"stead/timeline"
)

const ownID = "0a0a0a0a-0000-4000-8000-000000000001"

// record returns a line as the CLI writes it.
func record(uuid, parent, kind, rest string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return fmt.Sprintf(
		`{"uuid":"%s","parentUuid":%s,"sessionId":"%s","timestamp":"2026-11-20T10:00:00Z","type":"%s","cwd":"/home/user/demo","version":"0.24.4",%s}`,
		uuid, parent, ownID, kind, rest)
}

func said(role, text string) string {
	return fmt.Sprintf(`"message":{"role":"%s","parts":[{"text":%q}]}`, role, text)
}

func calls(id, name string) string {
	return fmt.Sprintf(
		`"message":{"role":"model","parts":[{"functionCall":{"id":"%s","name":"%s","args":{}}}]},"usageMetadata":{"promptTokenCount":1}`, id, name)
}

func answers(id, name, response, status string) string {
	return fmt.Sprintf(
		`"message":{"role":"user","parts":[{"functionResponse":{"id":"%s","name":"%s","response":%s}}]},"toolCallResult":{"status":"%s"}`,
		id, name, response, status)
}

func put(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), ownID+".jsonl")
	fixtures.Put(t, path, []byte(strings.Join(lines, "\n")+"\n"))
	return path
}

func open(t *testing.T, path string) (timeline.Stream, []*timeline.Entry) {
	t.Helper()
	return adaptertest.Opened(t, qwen.Reader{}, path)
}

// told returns what people and other CLIs would see.
func told(entries []*timeline.Entry) []string {
	var all []string
	for _, e := range entries {
		if e.Hidden {
			continue
		}
		line := fmt.Sprintf("%s: %s", e.Type, e.Content)
		switch e.Type {
		case timeline.ToolCall:
			line = fmt.Sprintf("call %s: %s", e.ID, e.Tool)
		case timeline.ToolResult:
			line = fmt.Sprintf("result %s: %v %s/%s", e.CallID, e.Success, e.Output, e.Error)
		}
		if e.Compaction != nil {
			line += fmt.Sprint(" keeps ", e.Compaction.Keeps)
		}
		if e.Branch != "" {
			line += " on " + e.Branch
		}
		all = append(all, line)
	}
	return all
}

func TestTraps(t *testing.T) {
	summary := func(rest string) string {
		return `"subtype":"chat_compression","systemPayload":{"info":{"triggerReason":"auto"},"compressedHistory":[` +
			`{"role":"user","parts":[{"text":"So far."}]},{"role":"model","parts":[{"text":"Got it. Thanks for the additional context!"}` + rest + `]}`
	}
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"what was taken back is a branch", []string{
			record("a", "null", "user", said("user", "one")), record("b", "a", "assistant", said("model", "1")),
			record("c", "b", "user", said("user", "two")),
			record("d", "b", "system", `"subtype":"rewind","systemPayload":{}`), record("e", "d", "user", said("user", "three")),
		}, []string{"user: one", "assistant: 1", "user: two on branch-1", "user: three"}},
		{"a process that outlived its terminal does not decide the leaf", []string{
			record("a", "null", "user", said("user", "one")), record("b", "a", "user", said("user", "left")),
			record("c", "a", "user", said("user", "two")),
			record("d", "b", "system", `"subtype":"ui_telemetry","systemPayload":{"uiEvent":{}}`),
		}, []string{"user: one", "user: left on branch-1", "user: two"}},
		{"records of one uuid are one message", []string{
			record("a", "null", "user", said("user", "one")), record("b", "a", "assistant", said("model", "1")),
			record("b", "a", "assistant", said("model", "2")),
			record("c", "b", "user", said("user", "two")),
		}, []string{"user: one", "assistant: 1", "assistant: 2", "user: two"}},
		{"what stands before a missing parent the CLI does not tell", []string{
			record("a", "null", "user", said("user", "one")), `{"uuid":"b","par`, record("c", "b", "user", said("user", "two")),
		}, []string{"user: one on branch-1", "user: two"}},
		{"what was typed for a command that the CLI answered is not told", []string{
			record("a", "null", "user", said("user", "/stats")),
			record("b", "a", "system",
				`"subtype":"slash_command","systemPayload":{"phase":"result","rawCommand":"/stats","outputHistoryItems":[{"type":"assistant","text":"1"}]}`),
			record("c", "b", "user", said("user", "two")),
			record("d", "c", "system",
				`"subtype":"slash_command","systemPayload":{"phase":"result","rawCommand":"/stats","outputHistoryItems":[{"type":"assistant","text":"1"}]}`),
		}, []string{"user: two"}},
		{"the CLI's own words in the user's name are not the user's", []string{
			record("a", "null", "user",
				`"message":{"role":"user","parts":[{"text":"<system-reminder> is what I type"},{"text":"<system-reminder>\nnot I\n</system-reminder>"}]}`),
			record("b", "a", "user", `"subtype":"notification",`+said("user", "<task-notification>")),
			record("c", "b", "user", `"subtype":"realtime_message",`+said("user", "spoken")),
			record("d", "c", "user", `"subtype":"mid_turn_user_message",`+said("user", "wait")),
		}, []string{"user: <system-reminder> is what I type", "user: not I", "user: <task-notification>", "user: wait"}},
		{"a command that failed in 0.15 was a success", []string{
			record("a", "null", "user", said("user", "go")), record("b", "a", "assistant", calls("c", "run_shell_command")),
			record("c", "b", "tool_result", answers("c", "run_shell_command",
				`{"output":"Command: x\nOutput: Exit Code: 0\nError: (none)\nExit Code: 3\nSignal: 0"}`, "success")),
		}, []string{"user: go", "call c: bash",
			"result c: false Command: x\nOutput: Exit Code: 0\nError: (none)\nExit Code: 3\nSignal: 0/"}},
		{"an error beside an output is told apart", []string{
			record("a", "null", "user", said("user", "go")), record("b", "a", "assistant", calls("c", "x")),
			record("c", "b", "tool_result", answers("c", "x", `{"output":"exit code 1\nno","error":"exit code 1"}`, "error")),
		}, []string{"user: go", "call c: unknown", "result c: false no/exit code 1"}},
		{"a response that is no text stays what it is", []string{
			record("a", "null", "user", said("user", "go")), record("b", "a", "assistant", calls("c", "x")),
			record("c", "b", "tool_result", answers("c", "x", `{"n":1}`, "success")),
		}, []string{"user: go", "call c: unknown", `result c: true {"n":1}/`}},
		{"an id that is used again keeps its pairs", []string{
			record("a", "null", "user", said("user", "go")), record("b", "a", "assistant", calls("c", "glob")),
			record("d", "b", "tool_result", answers("c", "glob", `{"output":"1"}`, "success")),
			record("e", "d", "assistant", calls("c", "glob")), record("f", "e", "tool_result",
				answers("c", "glob", `{"output":"2"}`, "success")),
		}, []string{"user: go", "call c: glob", "result c: true 1/", "call c~2: glob", "result c~2: true 2/"}},
		{"a summary keeps the call that waits, and the newest third before 0.20", []string{
			record("a", "null", "user", said("user", "one")), record("b", "a", "assistant", said("model", "1")),
			record("c", "b", "assistant", calls("c", "glob")),
			record("d", "c", "system", summary(
				`]},{"role":"model","parts":[{"text":"1"}]},{"role":"user","parts":[{"text":"a file"}]},{"role":"model","parts":[{"functionCall":{"id":"c"}}`)+"]}"),
			record("e", "d", "tool_result", answers("c", "glob", `{"output":"x"}`, "success")),
		}, []string{"user: one", "assistant: 1", "call c: glob", "system: So far.\n\na file keeps [b c]",
			"result c: true x/"}},
		{"a history that was made shorter without a summary goes on", []string{
			record("a", "null", "user", said("user", "one")),
			record("b", "a", "system",
				`"subtype":"chat_compression","systemPayload":{"compressedHistory":[{"role":"user","parts":[{"text":"one"}]}]}`),
			record("c", "b", "user", said("user", "two")),
		}, []string{"user: one on branch-1", "user: one", "user: two"}},
		{"a record without type is told by its message", []string{
			strings.Replace(record("a", "null", "user", said("user", "one")), `"type":"user",`, "", 1),
			strings.Replace(record("b", "a", "assistant", said("model", "1")), `"type":"assistant",`, "", 1),
			record("c", "b", "user", said("user", "two")),
		}, []string{"user: one", "assistant: 1", "user: two"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, entries := open(t, put(t, test.lines...))
			if diff := cmp.Diff(test.want, told(entries)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestAForkNamesItsParent(t *testing.T) {
	stream, _ := open(t, put(t, record("a", "null", "user",
		said("user", "one")+`,"forkedFrom":{"sessionId":"other","messageUuid":"a"}`)))
	want := timeline.Lineage{Parent: "qwen:other", Kind: timeline.LineageFork}
	if l := stream.Header.Lineage; l == nil || l.Parent != want.Parent || l.Kind != want.Kind {
		t.Errorf("lineage %+v", l)
	}
}

func TestTailTellsTurns(t *testing.T) {
	const counted = `,"usageMetadata":{"promptTokenCount":1}`
	path := put(t, record("a", "null", "user", said("user", "one")))
	tail, err := qwen.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{record("a", "null", "user", said("user", "one"))}
	for i, step := range []struct {
		kind, rest string
		want       readers.Turn
	}{
		{"user", said("user", "two"), readers.TurnStarted},
		{"assistant", calls("c", "glob"), ""},
		{"tool_result", answers("c", "glob", `{"output":"x"}`, "success"), ""},
		{"assistant", said("model", "done") + counted, readers.TurnCompleted},
		{"assistant", said("model", "cut o"), readers.TurnInterrupted},
		{"tool_result", answers("c", "glob", `{"error":"x"}`, "cancelled"), readers.TurnInterrupted},
		{"system",
			`"subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_error","status_code":401}}`,
			readers.TurnFailed},
		{"system",
			`"subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_error","status_code":429}}`, ""},
		{"system",
			`"subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_error","status_code":401,"subagent_name":"x"}}`, ""},
	} {
		lines = append(lines, record(fmt.Sprint("r", i), "a", step.kind, step.rest))
		fixtures.Put(t, path, []byte(strings.Join(lines, "\n")+"\n"))
		progress, err := tail.Next(context.Background())
		if err != nil || progress.Turn != step.want || len(progress.Entries) != 1 {
			t.Errorf("%s: turn %q, %d entries, %v; want %q", step.rest, progress.Turn, len(progress.Entries), err, step.want)
		}
	}
}
