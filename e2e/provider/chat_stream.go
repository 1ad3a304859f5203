package provider

import "encoding/json"

// render sends a reply as chunks of Chat Completions, or as one completion.
func (chat) render(s *stream, request Request, reply Reply) {
	var body chatRequest
	// A body that cannot be read is a problem already; it gets no stream.
	_ = json.Unmarshal(request.Body, &body)
	c := completion{stream: s, model: request.Model, calls: chatCalls(s, reply), usage: chatUsage(reply.Usage.orSmall())}
	if !body.Stream {
		reply.Hold.wait(s.done)
		s.whole(c.whole(reply))
		return
	}
	c.chunk(object{"role": "assistant", "content": ""}, nil)
	for _, piece := range pieces(reply.Thinking) {
		c.chunk(object{"reasoning_content": piece}, nil)
	}
	for _, piece := range pieces(reply.Text) {
		c.chunk(object{"content": piece}, nil)
	}
	reply.Hold.wait(s.done)
	for index, call := range c.calls {
		c.call(index, call)
	}
	c.chunk(object{}, c.reason())
	if body.StreamOptions.IncludeUsage {
		s.data(c.envelope("chat.completion.chunk", []any{}, c.usage))
	}
	s.line("data: [DONE]")
}

// completion is one answer in the making.
type completion struct {
	stream *stream
	model  string
	calls  []ToolCall
	usage  object
}

func (c completion) envelope(kind string, choices []any, usage object) object {
	body := object{"id": c.stream.id("chatcmpl-", 0), "object": kind, "created": 1767225600, "model": c.model,
		"choices": choices}
	if usage != nil {
		body["usage"] = usage
	}
	return body
}

func (c completion) chunk(delta object, reason any) {
	c.stream.data(c.envelope("chat.completion.chunk", []any{object{"index": 0, "delta": delta, "finish_reason": reason}},
		nil))
}

// call streams a call as the API does: its name first, then its arguments.
func (c completion) call(index int, call ToolCall) {
	begin := chatCall(call, "")
	begin["index"] = index
	c.chunk(object{"tool_calls": []any{begin}}, nil)
	for _, piece := range halves(call.Arguments) {
		c.chunk(object{"tool_calls": []any{object{"index": index, "function": object{"arguments": piece}}}}, nil)
	}
}

func (c completion) whole(reply Reply) object {
	message := object{"role": "assistant", "content": reply.Text}
	if reply.Thinking != "" {
		message["reasoning_content"] = reply.Thinking
	}
	var calls []any
	for _, call := range c.calls {
		calls = append(calls, chatCall(call, call.Arguments))
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	return c.envelope("chat.completion", []any{object{"index": 0, "message": message, "finish_reason": c.reason()}},
		c.usage)
}

func (c completion) reason() string {
	if len(c.calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

// chatCalls are a reply's calls, each with an id.
func chatCalls(s *stream, reply Reply) []ToolCall {
	var calls []ToolCall
	for index, call := range reply.Calls {
		call.ID = orID(call.ID, s.id("call_", index))
		calls = append(calls, call)
	}
	return calls
}

func chatCall(call ToolCall, arguments string) object {
	return object{"id": call.ID, "type": "function", "function": object{"name": call.Tool, "arguments": arguments}}
}

func chatUsage(u Usage) object {
	input := u.Input + u.CacheRead + u.CacheWrite
	return object{
		"prompt_tokens": input, "completion_tokens": u.Output, "total_tokens": input + u.Output,
		"prompt_tokens_details": object{"cached_tokens": u.CacheRead},
	}
}

// pieces are a text's halves; of no text there are none.
func pieces(text string) []string {
	if text == "" {
		return nil
	}
	return halves(text)
}

func (chat) failure(f Failure) any {
	return object{"error": f.with(object{"message": f.Message, "type": f.Type, "param": nil, "code": f.code()})}
}
