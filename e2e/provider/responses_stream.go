package provider

import "strings"

// render sends a reply as Responses stream events.
func (responses) render(s *stream, _ Request, reply Reply) {
	id := s.id("resp_", 0)
	s.send("response.created", object{"response": object{"id": id, "object": "response", "status": "in_progress"}})
	output := responsesOutput(s, reply)
	items := make([]any, len(output))
	for index, part := range output {
		part.send(s, index)
		items[index] = part.item
	}
	reply.Hold.wait(s.done)
	usage := reply.Usage.orSmall()
	s.send("response.completed", object{"response": object{
		"id": id, "object": "response", "status": "completed", "output": items,
		"usage": object{
			"input_tokens":          usage.Input + usage.CacheRead,
			"input_tokens_details":  object{"cached_tokens": usage.CacheRead},
			"output_tokens":         usage.Output,
			"output_tokens_details": object{"reasoning_tokens": 0},
			"total_tokens":          usage.Input + usage.CacheRead + usage.Output,
		},
	}})
}

// responsesItemOut is one output item: the finished item, and what is streamed
// before it.
type responsesItemOut struct {
	item   object
	event  string
	pieces []string
	open   *Hold
}

func (o responsesItemOut) send(s *stream, index int) {
	started := object{}
	for name, value := range o.item {
		started[name] = value
	}
	started["status"] = "in_progress"
	if o.item["type"] == "message" {
		started["content"] = []any{}
	}
	s.send("response.output_item.added", object{"output_index": index, "item": started})
	for _, piece := range o.pieces {
		s.send(o.event, object{
			"item_id": o.item["id"], "output_index": index,
			"content_index": 0, "summary_index": 0, "delta": piece,
		})
	}
	o.open.wait(s.done)
	s.send("response.output_item.done", object{"output_index": index, "item": o.item})
}

func responsesOutput(s *stream, reply Reply) []responsesItemOut {
	var output []responsesItemOut
	if reply.Thinking != "" {
		output = append(output, responsesItemOut{
			item: object{
				"type": "reasoning", "id": s.id("rs_", 0), "encrypted_content": "ZW5jcnlwdGVk",
				"summary": []any{object{"type": "summary_text", "text": reply.Thinking}},
			},
			event:  "response.reasoning_summary_text.delta",
			pieces: halves(reply.Thinking),
		})
	}
	if reply.Text != "" {
		output = append(output, responsesItemOut{
			item: object{
				"type": "message", "id": s.id("msg_", 0), "role": "assistant", "status": "completed",
				"content": []any{object{"type": "output_text", "text": reply.Text, "annotations": []any{}}},
			},
			event:  "response.output_text.delta",
			pieces: halves(reply.Text),
			open:   reply.Hold,
		})
	}
	for index, call := range reply.Calls {
		output = append(output, responsesItemOut{item: responsesCall(s, index, call)})
	}
	return output
}

func responsesCall(s *stream, index int, call ToolCall) object {
	item := object{
		"type": "function_call", "id": s.id("fc_", index), "status": "completed",
		"call_id": orID(call.ID, s.id("call_", index)), "name": call.Tool,
	}
	if call.Input != "" {
		item["type"], item["input"] = "custom_tool_call", call.Input
		return item
	}
	item["arguments"] = call.Arguments
	if call.Namespace != "" {
		item["namespace"] = call.Namespace
	}
	// of a server, as Codex offers them
	if at := strings.LastIndex(call.Tool, "__"); strings.HasPrefix(call.Tool, "mcp__") && at > len("mcp") {
		item["namespace"], item["name"] = call.Tool[:at], call.Tool[at+2:]
	}
	return item
}

func (responses) failure(f Failure) any {
	return object{"error": f.with(object{"type": f.Type, "code": f.code(), "message": f.Message})}
}
