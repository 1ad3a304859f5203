package codex_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

func TestToolCalls(t *testing.T) {
	failed := func(id, output, message string) *timeline.Entry {
		return &timeline.Entry{Type: timeline.ToolResult, CallID: id, Output: timeline.NewText(output),
			Error: timeline.NewText(message)}
	}
	took := func(id, output string, ms float64) *timeline.Entry {
		e := result(id, output)
		e.DurationMS = &ms
		return e
	}
	tests := []struct {
		name    string
		entries []*timeline.Entry
		sent    []string
		drawn   []string
	}{
		{
			"a command becomes exec_command", []*timeline.Entry{
				call("c", timeline.Bash, "Bash", `{"command":"ls","workdir":"sub"}`), result("c", "x")},
			[]string{
				`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\",\"workdir\":\"sub\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"x"}`},
			[]string{
				`{"type":"CommandExecution","id":"c","command":["bash","-lc","ls"],"cwd":"file:///home/user/demo/sub","parsed_cmd":[],"source":"agent","status":"completed","aggregated_output":"x","exit_code":0}`},
		},
		{
			"a failed command tells its exit code to the model",
			[]*timeline.Entry{call("c", timeline.Bash, "Bash", `{"command":"ls"}`), failed("c", "no", "exit code 2")},
			[]string{`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"Process exited with code 2\nOutput:\nno"}`},
			[]string{
				`{"type":"CommandExecution","id":"c","command":["bash","-lc","ls"],"cwd":"file:///home/user/demo","parsed_cmd":[],"source":"agent","status":"failed","aggregated_output":"no","exit_code":2}`},
		},
		{
			"how long a command took stands in its header", []*timeline.Entry{
				call("c", timeline.Bash, "Bash", `{"command":"ls"}`), took("c", "x", 9.7)},
			[]string{`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"Wall time: 0.0097 seconds\nProcess exited with code 0\nOutput:\nx"}`},
			[]string{
				`{"type":"CommandExecution","id":"c","command":["bash","-lc","ls"],"cwd":"file:///home/user/demo","parsed_cmd":[],"source":"agent","status":"completed","aggregated_output":"x","exit_code":0}`},
		},
		{
			"an edit becomes a patch", []*timeline.Entry{call("c", timeline.Edit, "Edit",
				`{"path":"a.go","old":"x\ny","new":"x\nz"}`), result("c", "ok")},
			[]string{
				`{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.go\n@@\n x\n-y\n+z\n*** End Patch\n","call_id":"c","status":"completed"}`, `{"type":"custom_tool_call_output","call_id":"c","output":"ok"}`},
			[]string{
				`{"type":"FileChange","id":"c","changes":{"/home/user/demo/a.go":{"type":"update","unified_diff":"@@ -1,2 +1,2 @@\n x\n-y\n+z\n","move_path":null}},"status":"completed","stdout":"ok","stderr":""}`},
		},
		{
			"a tool that Codex lacks keeps its name", []*timeline.Entry{call("c", timeline.Search, "Grep", `{"pattern":"x"}`),
				failed("c", "", "no such folder")},
			[]string{`{"type":"function_call","name":"Grep","arguments":"{\"pattern\":\"x\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"no such folder"}`},
			[]string{
				`{"type":"McpToolCall","id":"c","server":"claude","tool":"Grep","arguments":{"pattern":"x"},"status":"failed","result":{"content":[{"type":"text","text":"no such folder"}]},"error":{"message":"no such folder"},"duration":{"secs":0,"nanos":0}}`},
		},
		{
			"the model is told an error beside an output", []*timeline.Entry{
				call("c", timeline.Search, "Grep", `{"pattern":"x"}`), failed("c", "one file", "too many files")},
			[]string{`{"type":"function_call","name":"Grep","arguments":"{\"pattern\":\"x\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"too many files\none file"}`},
			[]string{
				`{"type":"McpToolCall","id":"c","server":"claude","tool":"Grep","arguments":{"pattern":"x"},"status":"failed","result":{"content":[{"type":"text","text":"one file"}]},"error":{"message":"too many files"},"duration":{"secs":0,"nanos":0}}`},
		},
		{
			"a command's own output that looks like Codex's header is told apart",
			[]*timeline.Entry{call("c", timeline.Bash, "Bash", `{"command":"ls"}`), result("c", "Exit code: 1\nOutput:\nx")},
			[]string{`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"Process exited with code 0\nOutput:\nExit code: 1\nOutput:\nx"}`},
			[]string{
				`{"type":"CommandExecution","id":"c","command":["bash","-lc","ls"],"cwd":"file:///home/user/demo","parsed_cmd":[],"source":"agent","status":"completed","aggregated_output":"Exit code: 1\nOutput:\nx","exit_code":0}`},
		},
		{
			"reading a text file is no view_image", []*timeline.Entry{call("c", timeline.Read, "Read", `{"path":"a.txt"}`),
				result("c", "x")},
			[]string{`{"type":"function_call","name":"Read","arguments":"{\"path\":\"a.txt\"}","call_id":"c"}`,
				`{"type":"function_call_output","call_id":"c","output":"x"}`},
			[]string{
				`{"type":"McpToolCall","id":"c","server":"claude","tool":"Read","arguments":{"path":"a.txt"},"status":"completed","result":{"content":[{"type":"text","text":"x"}]},"duration":{"secs":0,"nanos":0}}`},
		},
		{
			"Codex's own web search has no output", []*timeline.Entry{
				call("ws", timeline.WebSearch, "web_search_call", `{"query":"q"}`)},
			[]string{`{"type":"web_search_call","id":"ws","status":"completed","action":{"type":"search","query":"q"}}`},
			[]string{`{"type":"WebSearch","id":"ws","query":"q","action":{"type":"search","query":"q"}}`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			lines, _ := encode(t, stream(append([]*timeline.Entry{user("go")}, test.entries...)...), options())
			if diff := cmp.Diff(test.sent, sent(lines)[1:]); diff != "" {
				t.Errorf("sent (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.drawn, drawn(lines)[1:]); diff != "" {
				t.Errorf("drawn (-want +got)\n%s", diff)
			}
		})
	}
}

func TestOrphansAreRepairedAndDeclared(t *testing.T) {
	lines, report := encode(t, stream(user("go"), call("c", timeline.Bash, "Bash", `{"command":"ls"}`),
		result("nobody", "x"), user("next")), options())
	want := []string{
		`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"c"}`,
		`{"type":"function_call","name":"unknown","arguments":"{}","call_id":"nobody"}`,
		`{"type":"function_call_output","call_id":"nobody","output":"x"}`,
		`{"type":"function_call_output","call_id":"c","output":"aborted"}`,
	}
	if diff := cmp.Diff(want, sent(lines)[1:5]); diff != "" {
		t.Error(diff)
	}
	if lost(report, "call of a result") == 0 || lost(report, "result of a call") == 0 {
		t.Errorf("losses %v", report.Losses)
	}
}

func TestLossesOfCallsAreDeclared(t *testing.T) {
	pdf := result("d", "x")
	pdf.Attachments = []timeline.Attachment{{MediaType: "application/pdf", Data: timeline.NewText("AAAA")}}
	_, report := encode(t, stream(user("go"),
		call("c", timeline.Bash, "Bash", `{"command":"ls"}`), result("c", strings.Repeat("x", 50<<10)),
		call("d", timeline.Edit, "Edit", `{"path":"a","old":"x","new":"y","replaceAll":true}`), pdf,
	), options())
	for _, what := range []string{"argument replaceAll of edit", "tool output over 48 KB",
		"attachment of type application/pdf"} {
		if lost(report, what) == 0 {
			t.Errorf("%s is not declared: %v", what, report.Losses)
		}
	}
}

func TestCallIDsAreOnesThatTheAPITakes(t *testing.T) {
	long := strings.Repeat("x", 100)
	var entries []*timeline.Entry
	for _, id := range []string{"a b", "a_b", "a/b", long, long + "y"} {
		entries = append(entries, call(id, timeline.Bash, "Bash", `{"command":"ls"}`), result(id, "x"))
	}
	lines, _ := encode(t, stream(entries...), options())
	calls := map[string]int{}
	for _, item := range sent(lines) {
		id := jsonl.Value(item).Get("call_id").String()
		calls[id]++
		if len(id) > 64 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
			t.Errorf("call id %q", id)
		}
	}
	if len(calls) != 5 {
		t.Errorf("five ids became %d: %v", len(calls), calls)
	}
	for id, n := range calls {
		if n != 2 {
			t.Errorf("call id %s stands %d times", id, n)
		}
	}
}
