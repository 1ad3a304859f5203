package provider

// render sends a reply as Messages stream events.
func (anthropic) render(s *stream, request Request, reply Reply) {
	usage := reply.Usage.orSmall()
	s.send("message_start", object{"message": object{
		"id": s.id("msg_", 0), "type": "message", "role": "assistant", "model": request.Model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil,
		"usage": object{
			"input_tokens": usage.Input, "output_tokens": 1,
			"cache_read_input_tokens": usage.CacheRead, "cache_creation_input_tokens": usage.CacheWrite,
		},
	}})
	blocks := messagesBlocks(s, reply)
	for index, block := range blocks {
		block.send(s, index)
	}
	reply.Hold.wait(s.done)
	stop := "end_turn"
	if len(reply.Calls) > 0 {
		stop = "tool_use"
	}
	s.send("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil},
		"usage": object{"output_tokens": usage.Output},
	})
	s.send("message_stop", nil)
}

// messagesBlock is one content block: how it opens, and what it streams.
type messagesBlock struct {
	start  object
	deltas []object
	open   *Hold
}

func (b messagesBlock) send(s *stream, index int) {
	s.send("content_block_start", object{"index": index, "content_block": b.start})
	for _, delta := range b.deltas {
		s.send("content_block_delta", object{"index": index, "delta": delta})
	}
	b.open.wait(s.done)
	s.send("content_block_stop", object{"index": index})
}

func messagesBlocks(s *stream, reply Reply) []messagesBlock {
	var blocks []messagesBlock
	if reply.Thinking != "" {
		block := messagesBlock{start: object{"type": "thinking", "thinking": "", "signature": ""}}
		block.deltas = deltas("thinking_delta", "thinking", reply.Thinking)
		// A signature is base64; the real service checks it, this one not.
		block.deltas = append(block.deltas, object{"type": "signature_delta", "signature": "c2lnbmF0dXJl"})
		blocks = append(blocks, block)
	}
	if reply.Text != "" {
		blocks = append(blocks, messagesBlock{
			start:  object{"type": "text", "text": ""},
			deltas: deltas("text_delta", "text", reply.Text),
			open:   reply.Hold,
		})
	}
	for index, call := range reply.Calls {
		blocks = append(blocks, messagesBlock{
			start:  object{"type": "tool_use", "id": orID(call.ID, s.id("toolu_", index)), "name": call.Tool, "input": object{}},
			deltas: deltas("input_json_delta", "partial_json", call.Arguments),
		})
	}
	return blocks
}

func deltas(kind, field, text string) []object {
	var events []object
	for _, half := range halves(text) {
		events = append(events, object{"type": kind, field: half})
	}
	return events
}

func orID(id, made string) string {
	if id != "" {
		return id
	}
	return made
}

func (anthropic) failure(f Failure) any {
	return object{"type": "error", "error": f.with(object{"type": f.Type, "message": f.Message})}
}
