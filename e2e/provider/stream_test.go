package provider_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/e2e/provider"
)

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
				call.ID, call.Tool, call.Arguments = call.ID+delta.ID, call.Tool+delta.Function.Name, call.Arguments+
					delta.Function.Arguments
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
	for _, want := range []string{`"object":"chat.completion"`, `"reasoning_content":"hm, so"`, `"content":"für 你"`,
		`"arguments":"{\"x\":1}"`} {
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
				got.Calls = append(got.Calls, provider.ToolCall{ID: part.FunctionCall.ID, Tool: part.FunctionCall.Name,
					Arguments: string(part.FunctionCall.Args)})
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
