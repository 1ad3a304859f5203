package claude

import "stead/internal/jsonl"

// Message is a record's API message, peeked into.
type Message struct {
	ID, Model, Content, StopReason, Usage jsonl.Value
	// Blocks are those of the content, unless that is a text. They are peeked into once, as each look is a walk over all bodies.
	Blocks []Block
}

// PeekMessage returns the members of a message.
func PeekMessage(value jsonl.Value) Message {
	var m Message
	for key, value := range jsonl.Members(value) {
		switch string(key) {
		case "id":
			m.ID = value
		case "model":
			m.Model = value
		case "content":
			m.Content = value
			for block := range jsonl.Elements(value) {
				m.Blocks = append(m.Blocks, PeekBlock(block))
			}
		case "stop_reason":
			m.StopReason = value
		case "usage":
			m.Usage = value
		}
	}
	return m
}

// Block is a content block of a message, peeked into.
type Block struct {
	Type, Text, Thinking   jsonl.Value
	ID, Name, Input        jsonl.Value // of a call
	CallID, Content, Error jsonl.Value // of a result
	Source, Title          jsonl.Value // of a picture or document
}

// PeekBlock returns the members of a content block.
func PeekBlock(value jsonl.Value) Block {
	var b Block
	for key, value := range jsonl.Members(value) {
		switch string(key) {
		case "type":
			b.Type = value
		case "text":
			b.Text = value
		case "thinking":
			b.Thinking = value
		case "id":
			b.ID = value
		case "name":
			b.Name = value
		case "input":
			b.Input = value
		case "tool_use_id":
			b.CallID = value
		case "content":
			b.Content = value
		case "is_error":
			b.Error = value
		case "source":
			b.Source = value
		case "title":
			b.Title = value
		}
	}
	return b
}

// IsCall reports whether the block is a call: the CLI's own tools, or one that the vendor runs.
func (b *Block) IsCall() bool { return b.Type.Is("tool_use") || b.Type.Is("server_tool_use") }

// IsResult reports whether the block is a call's result.
func (b *Block) IsResult() bool {
	return b.Type.Is("tool_result") || b.Type.Is("web_search_tool_result") || b.Type.Is("web_fetch_tool_result")
}
