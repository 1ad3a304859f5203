package provider_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stead/e2e/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, steps ...provider.Step) *provider.Provider {
	t.Helper()
	p, err := provider.Start(steps...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func post(ctx context.Context, t *testing.T, p *provider.Provider, path, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// ask makes a request and returns the whole answer.
func ask(t *testing.T, p *provider.Provider, path, body string) (status int, answer string) {
	t.Helper()
	response := post(t.Context(), t, p, path, body)
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

const (
	messages  = "/v1/messages?beta=true"
	responses = "/v1/responses"
	content   = "/v1beta/models/m:streamGenerateContent?alt=sse"
	chat      = "/v1/chat/completions"
	// plain are requests that hold one prompt.
	plainMessages  = `{"model":"m","messages":[{"role":"user","content":"hello"}]}`
	plainContent   = `{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}`
	plainResponses = `{"model":"m","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}]}`
	plainChat      = `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"hello"}]}`
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
				{"role":"user","content":[{"type":"text","text":"<system-reminder>\nx"},{"type":"text","text":"look"}]},
				{"role":"system","content":"agents"},
				{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"redacted_thinking","data":"eA=="},{"type":"text","text":"I look."},
					{"type":"tool_use","id":"a","name":"Read","input":{"z":1.0,"a":"<&>"}},{"type":"tool_use","id":"b","name":"Bash","input":{}}]},
				{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"boom","is_error":true},
					{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"one"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}},{"type":"text","text":"two"}]}]}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<system-reminder>\nx"), text("user", "look"), harness("system", "agents"),
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
				{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]},
				{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /x"},{"type":"input_text","text":"<environment_context>"}]},
				{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,QUJD"}]},
				{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"c2ln"},
				{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
				{"type":"function_call","name":"exec_command","arguments":"{\"z\":1.0, \"a\":\"<&>\"}","call_id":"a"},
				{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin","call_id":"b"},
				{"type":"function_call_output","call_id":"a","output":"out"},
				{"type":"custom_tool_call_output","call_id":"b","output":[{"type":"input_text","text":"one"},{"type":"input_image","image_url":"data:image/png;base64,QUJD"}]},
				{"type":"web_search_call","status":"completed","action":{"type":"search","query":"x"}}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("developer", "rules"),
				harness("user", "# AGENTS.md instructions for /x"), harness("user", "<environment_context>"),
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
				{"role":"user","content":[{"type":"text","text":"<system-reminder>\nx"},{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]},
				{"role":"assistant","content":"I look.","reasoning_content":"hm","tool_calls":[
					{"id":"a","type":"function","function":{"name":"Read","arguments":"{\"z\":1.0, \"a\":\"<&>\"}"}},{"id":"b","type":"function","function":{"name":"Bash","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"b","content":"<system>ERROR: Tool execution failed.</system>\nboom"},
				{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"one"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}},{"type":"text","text":"two"}]},
				{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"Read","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"c","content":""}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<system-reminder>\nx"), text("user", "look"),
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
				{"role":"user","parts":[{"text":"<session_context>\nx"},{"text":"look"},{"inlineData":{"mimeType":"image/png","data":"QUJD"}}]},
				{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"c2ln"},{"text":"I look."},{"functionCall":{"id":"a","name":"read_file","args":{"z":1.0,"a":"<&>"}}},{"functionCall":{"id":"b","name":"glob","args":{}}}]},
				{"role":"user","parts":[{"functionResponse":{"id":"a","name":"read_file","response":{"output":"one"}}},{"inlineData":{"mimeType":"image/png","data":"QUJD"}},
					{"functionResponse":{"id":"b","name":"glob","response":{"error":"boom"}}}]},
				{"role":"model","parts":[{"text":"[The previous response was interrupted before it completed.]"}]}]}`,
			want: []provider.Item{
				harness("system", "You are"), harness("user", "<session_context>\nx"),
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
		if err != nil || got.String() != item.String() || got.Tool != item.Tool || got.CallID != item.CallID || got.Text != item.Text {
			t.Errorf("%s became %s: %v", item, got, err)
		}
	}
	if _, err := provider.ParseItem("user text"); err == nil {
		t.Error("a line without a content was read")
	}
}

func TestSideRequestsTakeNoReplyFromTheScript(t *testing.T) {
	titleSchema := `{"schema":{"properties":{"title":{}}}}`
	tests := []struct {
		name, path, body string
		want             provider.Purpose
		answer           string
	}{
		{"title in messages", messages, `{"messages":[],"output_config":{"format":` + titleSchema + `}}`, provider.Title, `title`},
		{"title in responses", responses, `{"input":[],"text":{"format":` + titleSchema + `}}`, provider.Title, `title`},
		{"title in chat", chat, `{"messages":[{"role":"system","content":"You are a title generator. You output"}]}`, provider.Title, `title`},
		{"compaction in chat", chat, `{"messages":[{"role":"system","content":"You are a context summarization assistant."}]}`, provider.Compaction, "summary"},
		{"errand in chat", chat, `{"messages":[{"role":"system","content":"You are now acting as the managed memory extraction subagent for"}]}`, provider.Errand, "OK"},
		{"title in content", "/v1beta/models/m:generateContent", `{"contents":[{"role":"user","parts":[{"text":"Summarize the user's primary intent or goal in"}]}]}`, provider.Title, "title"},
		{"compaction in content", "/v1beta/models/m:generateContent", `{"systemInstruction":{"parts":[{"text":"You are a specialized system component responsible for distilling chat history into"}]}}`, provider.Compaction, "summary"},
		{"choice of a model", "/v1beta/models/m:generateContent", `{"generationConfig":{"responseJsonSchema":{"properties":{"reasoning":{},"model_choice":{}}}}}`, provider.Errand, `model_choice`},
		{"count in content", "/v1beta/models/m:countTokens", plainContent, provider.Count, "totalTokens"},
		{"suggestion in chat", chat, `{"messages":[{"role":"system","content":"You are"},{"role":"user","content":"[SUGGESTION MODE: Suggest what"}]}`, provider.Errand, "OK"},
		{"compaction", messages, `{"messages":[{"role":"user","content":"CRITICAL: Respond with TEXT ONLY. Do NOT"}]}`, provider.Compaction, "summary"},
		{"count", "/v1/messages/count_tokens?beta=true", plainMessages, provider.Count, "input_tokens"},
		{"probe", messages, `{"max_tokens":1,"messages":[]}`, provider.Probe, "message_stop"},
		{"unknown address", "/v1/models", ``, provider.Probe, "not_found"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, provider.Steps(provider.Use(provider.ToolCall{Tool: "scripted"}))...)
			if _, answer := ask(t, p, test.path, test.body); !strings.Contains(answer, test.answer) {
				t.Errorf("answer %q has no %q", answer, test.answer)
			}
			if got := p.Requests()[0].Purpose; got != test.want {
				t.Errorf("purpose %q, want %q", got, test.want)
			}
			if _, answer := ask(t, p, messages, plainMessages); !strings.Contains(answer, `"scripted"`) {
				t.Errorf("the turn got %q", answer)
			}
		})
	}
}

func TestStepsAnswerInOrderWhatTheyMatch(t *testing.T) {
	p := start(t,
		provider.Step{When: provider.Prompted("other"), Reply: provider.Say("never")},
		provider.Step{Reply: provider.Say("1st")},
		provider.Step{When: provider.Prompted("hello"), Reply: provider.Say("2nd"), Always: true},
	)
	for _, want := range []string{"1st", "2nd", "2nd"} {
		if _, answer := ask(t, p, responses, plainResponses); !strings.Contains(answer, want) {
			t.Errorf("answer %q, want %q", answer, want)
		}
	}
	if _, answer := ask(t, p, responses, `{"input":[]}`); !strings.Contains(answer, provider.Exhausted) {
		t.Errorf("a turn that nothing matches got %q", answer)
	}
}

func TestFailureHasTheFormOfItsAPI(t *testing.T) {
	for path, want := range map[string]string{
		messages:  `{"error":{"message":"slow down","type":"rate_limit_error"},"type":"error"}`,
		responses: `{"error":{"code":"rate_limit_error","message":"slow down","type":"rate_limit_error"}}`,
		content:   `{"error":{"code":429,"message":"slow down","status":"rate_limit_error"}}`,
		chat:      `{"error":{"code":"rate_limit_error","message":"slow down","param":null,"type":"rate_limit_error"}}`,
	} {
		p := start(t, provider.Steps(provider.Fail(http.StatusTooManyRequests, "rate_limit_error", "slow down"))...)
		status, answer := ask(t, p, path, `{}`)
		if status != http.StatusTooManyRequests || strings.TrimSpace(answer) != want {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
}

// TestHeldReplyEndsWithTheClient holds a reply whose client leaves: without
// the release that this brings, Close would wait for it in vain.
func TestHeldReplyEndsWithTheClient(t *testing.T) {
	for path, body := range map[string]string{messages: plainMessages, responses: plainResponses, chat: plainChat, content: plainContent} {
		hold := provider.NewHold()
		p := start(t, provider.Steps(provider.Reply{Text: "half of it", Hold: hold})...)
		ctx, cancel := context.WithCancel(t.Context())
		response := post(ctx, t, p, path, body)
		<-hold.Reached()
		if !streamed(t, response.Body, "half") {
			t.Errorf("%s: the text was not sent before the hold", path)
		}
		cancel()
	}
}

func TestReleasedReplyGoesOnToItsEnd(t *testing.T) {
	hold := provider.NewHold()
	p := start(t, provider.Steps(provider.Reply{Text: "whole", Hold: hold})...)
	response := post(t.Context(), t, p, messages, plainMessages)
	<-hold.Reached()
	hold.Release()
	if !streamed(t, response.Body, "message_stop") {
		t.Error("the stream has no end")
	}
}

// streamed reads events until one contains text.
func streamed(t *testing.T, body io.Reader, text string) bool {
	t.Helper()
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return true
		}
	}
	return false
}

func TestEventsAreOneJSONObjectEach(t *testing.T) {
	reply := provider.Reply{Thinking: "hm", Text: "für 你", Calls: []provider.ToolCall{
		{Tool: "a", Arguments: `{"x":1}`}, {ID: "given", Tool: "apply_patch", Input: "*** Begin"},
	}}
	for path, body := range map[string]string{messages: plainMessages, responses: plainResponses} {
		p := start(t, provider.Steps(reply)...)
		_, answer := ask(t, p, path, body)
		for _, block := range strings.Split(strings.TrimSpace(answer), "\n\n") {
			name, data, found := strings.Cut(block, "\ndata: ")
			var event struct{ Type string }
			if err := json.Unmarshal([]byte(data), &event); err != nil || !found || name != "event: "+event.Type {
				t.Errorf("%s: event %q: %v", path, block, err)
			}
		}
	}
}

// TestChunksJoinToTheReply reads a chat stream as a client does.
func TestChunksJoinToTheReply(t *testing.T) {
	reply := provider.Reply{Thinking: "hm, so", Text: "für 你", Calls: []provider.ToolCall{
		{Tool: "a", Arguments: `{"x":1}`}, {ID: "given", Tool: "b", Arguments: `{"y":[2]}`},
	}}
	p := start(t, provider.Steps(reply, reply)...)
	_, answer := ask(t, p, chat, plainChat)
	got, calls, tokens, reason := provider.Reply{}, map[int]provider.ToolCall{}, 0, ""
	events := strings.Split(strings.TrimSpace(answer), "\n\n")
	for _, event := range events[:len(events)-1] {
		var chunk chatChunk
		if err := json.Unmarshal([]byte(strings.TrimPrefix(event, "data: ")), &chunk); err != nil {
			t.Fatalf("%q: %v", event, err)
		}
		tokens += chunk.Usage.TotalTokens
		for _, choice := range chunk.Choices {
			got.Thinking += choice.Delta.Reasoning
			got.Text += choice.Delta.Content
			reason += choice.Reason
			for _, delta := range choice.Delta.Calls {
				call := calls[delta.Index]
				call.ID, call.Tool, call.Arguments = call.ID+delta.ID, call.Tool+delta.Function.Name, call.Arguments+delta.Function.Arguments
				calls[delta.Index] = call
			}
		}
	}
	got.Calls = []provider.ToolCall{calls[0], calls[1]}
	want := reply
	want.Calls = []provider.ToolCall{{ID: got.Calls[0].ID, Tool: "a", Arguments: `{"x":1}`}, reply.Calls[1]}
	if diff := cmp.Diff(want, got); diff != "" || got.Calls[0].ID == "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
	if events[len(events)-1] != "data: [DONE]" || tokens != 120 || reason != "tool_calls" {
		t.Errorf("the stream ends with %q, %d tokens, reason %q", events[len(events)-1], tokens, reason)
	}
	_, whole := ask(t, p, chat, `{"model":"m","messages":[]}`)
	for _, want := range []string{`"object":"chat.completion"`, `"reasoning_content":"hm, so"`, `"content":"für 你"`, `"arguments":"{\"x\":1}"`} {
		if !strings.Contains(whole, want) {
			t.Errorf("%s is missing in %s", want, whole)
		}
	}
}

type chatChunk struct {
	Choices []struct {
		Delta struct {
			Content   string
			Reasoning string `json:"reasoning_content"`
			Calls     []struct {
				Index    int
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Reason string `json:"finish_reason"`
	}
	Usage struct {
		TotalTokens int `json:"total_tokens"`
	}
}

func TestWaitTurnsEndsWithItsContext(t *testing.T) {
	p := start(t)
	ask(t, p, messages, plainMessages)
	if turns, err := p.WaitTurns(t.Context(), 1); err != nil || len(turns) != 1 {
		t.Errorf("got %d turns, %v", len(turns), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.WaitTurns(ctx, 2); err == nil {
		t.Error("waiting for a turn that never comes gave no error")
	}
}

func TestRequestThatIsNotUnderstoodIsAProblem(t *testing.T) {
	for path, body := range map[string]string{
		messages:  `{"messages":[{"role":"user","content":[{"type":"hologram"}]}]}`,
		responses: `{"input":[{"type":"hologram"}]}`,
		chat:      `{"messages":[{"role":"user","content":[{"type":"hologram"}]}]}`,
		content:   `{"contents":[{"role":"hologram","parts":[{"videoMetadata":{}}]}]}`,
	} {
		p := start(t)
		ask(t, p, path, body)
		if err := p.Problems(); err == nil || !strings.Contains(err.Error(), "hologram") {
			t.Errorf("%s: problems: %v", path, err)
		}
	}
}

// TestPartsJoinToTheReply reads a content stream as a client does.
func TestPartsJoinToTheReply(t *testing.T) {
	reply := provider.Reply{Thinking: "hm, so", Text: "für 你", Calls: []provider.ToolCall{
		{Tool: "a", Arguments: `{"x":1}`}, {ID: "given", Tool: "b", Arguments: `{"y":[2]}`},
	}}
	p := start(t, provider.Steps(reply)...)
	_, answer := ask(t, p, content, plainContent)
	got, finish, tokens := provider.Reply{}, "", 0
	for _, event := range strings.Split(strings.TrimSpace(answer), "\n\n") {
		var chunk contentChunk
		if err := json.Unmarshal([]byte(strings.TrimPrefix(event, "data: ")), &chunk); err != nil {
			t.Fatalf("%q: %v", event, err)
		}
		tokens += chunk.UsageMetadata.TotalTokenCount
		finish += chunk.Candidates[0].FinishReason
		for _, part := range chunk.Candidates[0].Content.Parts {
			switch {
			case part.Thought:
				got.Thinking += part.Text
			case part.FunctionCall.Name != "":
				got.Calls = append(got.Calls, provider.ToolCall{ID: part.FunctionCall.ID, Tool: part.FunctionCall.Name, Arguments: string(part.FunctionCall.Args)})
			default:
				got.Text += part.Text
			}
		}
	}
	if len(got.Calls) == 0 || got.Calls[0].ID == "" {
		t.Fatalf("calls: %+v", got.Calls)
	}
	reply.Calls[0].ID = got.Calls[0].ID
	if diff := cmp.Diff(reply, got); diff != "" || finish != "STOP" || tokens != 120 {
		t.Errorf("finish %q, %d tokens, reply (-want +got):\n%s", finish, tokens, diff)
	}
}

type contentChunk struct {
	Candidates []struct {
		FinishReason string
		Content      struct {
			Parts []struct {
				Text         string
				Thought      bool
				FunctionCall struct {
					ID, Name string
					Args     json.RawMessage
				}
			}
		}
	}
	UsageMetadata struct{ TotalTokenCount int }
}
