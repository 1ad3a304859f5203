package provider_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/e2e/provider"
)

func TestRequestsOfAllAPIsBecomeTheSameItems(t *testing.T) {
	text := func(role, text string) provider.Item {
		return provider.Item{Role: role, Kind: provider.Text, Text: text}
	}
	harness := func(role, text string) provider.Item {
		return provider.Item{Role: role, Kind: provider.Text, Text: text, Harness: true}
	}
	tests := []struct {
		name, path, body string
		want             []provider.Item
	}{
		{
			name: "messages", path: messages,
			body: `{"system":[{"type":"text","text":"You are"}],"messages":[
				{"role":"user","content":[{"type":"text","text":"<command-name>/x</command-name><command-args></command-args>"},{"type":"text","text":"<command-name> is odd"},{"type":"text","text":"look"}]},
				{"role":"system","content":"Stop hook additional context: a\n\nb\n\nPlan mode is active. Wait.\n\nCalled the Read tool with the following input: {}\nc"},
				{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"redacted_thinking","data":"eA=="},{"type":"text","text":"I look."},
					{"type":"tool_use","id":"a","name":"Read","input":{"z":1.0,"a":"<&>"}},{"type":"tool_use","id":"b","name":"Bash","input":{}}]},
				{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"boom","is_error":true},
					{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"one"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}},{"type":"text","text":"two"}]}]}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<command-name>/x</command-name><command-args></command-args>"),
				text("user", "<command-name> is odd"), text("user", "look"),
				text("system", "Stop hook additional context: a\n\nb"), harness("system", "Plan mode is active. Wait."),
				text("system", "Called the Read tool with the following input: {}\nc"),
				{Role: "assistant", Kind: provider.Thinking, Text: "hm", Signature: "c2ln"},
				{Role: "assistant", Kind: provider.Thinking, Signature: "eA=="},
				text("assistant", "I look."),
				{Role: "assistant", Kind: provider.Call, CallID: "a", Tool: "Read", Arguments: `{"a":"<&>","z":1.0}`},
				{Role: "assistant", Kind: provider.Call, CallID: "b", Tool: "Bash", Arguments: `{}`},
				{Role: "user", Kind: provider.Result, CallID: "b", Text: "boom", Failed: true},
				{Role: "user", Kind: provider.Result, CallID: "a", Text: "one\ntwo"},
				{Role: "user", Kind: provider.Image, CallID: "a", MediaType: "image/png", Data: "QUJD"},
			},
		},
		{
			name: "responses", path: responses,
			body: `{"instructions":"You are","input":[
				{"type":"additional_tools","role":"developer","tools":[]},
				{"type":"message","role":"developer","content":[{"type":"input_text","text":"<tools>"},{"type":"input_text","text":"rules"}]},
				{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /x\n</INSTRUCTIONS>"},{"type":"input_text","text":"<environment_context>"}]},
				{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,QUJD"}]},
				{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"c2ln"},
				{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
				{"type":"function_call","name":"exec_command","arguments":"{\"z\":1.0, \"a\":\"<&>\"}","call_id":"a"},
				{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin","call_id":"b"},
				{"type":"function_call_output","call_id":"a","output":"out"},
				{"type":"custom_tool_call_output","call_id":"b","output":[{"type":"input_text","text":"one"},{"type":"input_image","image_url":"data:image/png;base64,QUJD"}]},
				{"type":"web_search_call","status":"completed","action":{"type":"search","query":"x"}}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("developer", "<tools>"), text("developer", "rules"),
				harness("user", "# AGENTS.md instructions for /x\n</INSTRUCTIONS>"), text("user", "<environment_context>"),
				text("user", "look"), {Role: "user", Kind: provider.Image, MediaType: "image/png", Data: "QUJD"},
				{Role: "assistant", Kind: provider.Thinking, Text: "hm", Signature: "c2ln"},
				text("assistant", "I look."),
				{Role: "assistant", Kind: provider.Call, CallID: "a", Tool: "exec_command", Arguments: `{"a":"<&>","z":1.0}`},
				{Role: "assistant", Kind: provider.Call, CallID: "b", Tool: "apply_patch", Arguments: "*** Begin"},
				{Role: "tool", Kind: provider.Result, CallID: "a", Text: "out"},
				{Role: "tool", Kind: provider.Result, CallID: "b", Text: "one"},
				{Role: "tool", Kind: provider.Image, CallID: "b", MediaType: "image/png", Data: "QUJD"},
				{Role: "assistant", Kind: provider.Call, Tool: "web_search", Arguments: `{"query":"x","type":"search"}`},
			},
		},
		{
			name: "chat", path: chat,
			body: `{"model":"m","stream":true,"messages":[
				{"role":"system","content":"You are"},
				{"role":"user","content":[{"type":"text","text":"<system-reminder>\nThe current date is: x</system-reminder>"},{"type":"text","text":"<system-reminder>\nx</system-reminder>"},{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]},
				{"role":"assistant","content":"I look.","reasoning_content":"hm","tool_calls":[
					{"id":"a","type":"function","function":{"name":"Read","arguments":"{\"z\":1.0, \"a\":\"<&>\"}"}},{"id":"b","type":"function","function":{"name":"Bash","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"b","content":"<system>ERROR: Tool execution failed.</system>\nboom"},
				{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"one"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}},{"type":"text","text":"two"}]},
				{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"Read","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"c","content":""}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<system-reminder>\nThe current date is: x</system-reminder>"),
				text("user", "<system-reminder>\nx</system-reminder>"), text("user", "look"),
				{Role: "user", Kind: provider.Image, MediaType: "image/png", Data: "QUJD"},
				{Role: "assistant", Kind: provider.Thinking, Text: "hm"},
				text("assistant", "I look."),
				{Role: "assistant", Kind: provider.Call, CallID: "a", Tool: "Read", Arguments: `{"a":"<&>","z":1.0}`},
				{Role: "assistant", Kind: provider.Call, CallID: "b", Tool: "Bash", Arguments: `{}`},
				{Role: "tool", Kind: provider.Result, CallID: "b", Text: "boom", Failed: true},
				{Role: "tool", Kind: provider.Result, CallID: "a", Text: "one\ntwo"},
				{Role: "tool", Kind: provider.Image, CallID: "a", MediaType: "image/png", Data: "QUJD"},
				{Role: "assistant", Kind: provider.Call, CallID: "c", Tool: "Read", Arguments: `{}`},
				{Role: "tool", Kind: provider.Result, CallID: "c"},
			},
		},
		{
			name: "content", path: content,
			body: `{"systemInstruction":{"role":"user","parts":[{"text":"You are"}]},"tools":[{"functionDeclarations":[{"name":"read_file"}]}],"contents":[
				{"role":"user","parts":[{"text":"<session_context>\nx</session_context>"},{"text":"look"},{"inlineData":{"mimeType":"image/png","data":"QUJD"}}]},
				{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"c2ln"},{"text":"I look."},{"functionCall":{"id":"a","name":"read_file","args":{"z":1.0,"a":"<&>"}}},{"functionCall":{"id":"b","name":"glob","args":{}}}]},
				{"role":"user","parts":[{"functionResponse":{"id":"a","name":"read_file","response":{"output":"one"}}},{"inlineData":{"mimeType":"image/png","data":"QUJD"}},
					{"functionResponse":{"id":"b","name":"glob","response":{"error":"boom"}}}]},
				{"role":"model","parts":[{"text":"[The previous response was interrupted before it completed.]"}]}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<session_context>\nx</session_context>"),
				text("user", "look"), {Role: "user", Kind: provider.Image, MediaType: "image/png", Data: "QUJD"},
				{Role: "assistant", Kind: provider.Thinking, Text: "hm", Signature: "c2ln"},
				text("assistant", "I look."),
				{Role: "assistant", Kind: provider.Call, CallID: "a", Tool: "read_file", Arguments: `{"a":"<&>","z":1.0}`},
				{Role: "assistant", Kind: provider.Call, CallID: "b", Tool: "glob", Arguments: `{}`},
				{Role: "user", Kind: provider.Result, CallID: "a", Text: "one"},
				{Role: "user", Kind: provider.Image, CallID: "a", MediaType: "image/png", Data: "QUJD"},
				{Role: "user", Kind: provider.Result, CallID: "b", Text: "boom", Failed: true},
				harness("assistant", "[The previous response was interrupted before it completed.]"),
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t)
			ask(t, p, test.path, test.body)
			if err := p.Problems(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, p.Turns()[0].Items); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
			if got := string(p.Turns()[0].Body); got != test.body {
				t.Errorf("the body was not kept as it was sent: %s", got)
			}
		})
	}
}

func TestItemIsReadFromItsLine(t *testing.T) {
	for _, item := range []provider.Item{
		{Role: "user", Kind: provider.Text, Text: "two\nlines: \"quoted\" \u2028"},
		{Role: "assistant", Kind: provider.Thinking, Text: "hm"},
		{Role: "assistant", Kind: provider.Call, Tool: "Read", CallID: "Read:0", Arguments: `{"a":"b: c"}`},
		{Role: "assistant", Kind: provider.Call, Tool: "web_search", Arguments: `{}`},
		{Role: "tool", Kind: provider.Result, CallID: "a", Failed: true, Text: "boom"},
		{Role: "tool", Kind: provider.Result},
		{Role: "tool", Kind: provider.Image, CallID: "a", MediaType: "image/png", Data: "QUJD"},
		{Role: "user", Kind: provider.Image, MediaType: "image/png", Data: "QUJD"},
	} {
		got, err := provider.ParseItem(item.String())
		if err != nil || got.String() != item.String() || got.Tool != item.Tool || got.CallID != item.CallID ||
			got.Text != item.Text {
			t.Errorf("%s became %s: %v", item, got, err)
		}
	}
	if _, err := provider.ParseItem("user text"); err == nil {
		t.Error("a line without a content was read")
	}
}
