package claude

import (
	"bytes"

	"stead/internal/adapt/jsonl"
)

// Message is the API message of a record, with its members extracted.
type Message struct {
	ID         jsonl.Value `member:"id"`
	Model      jsonl.Value `member:"model"`
	Content    jsonl.Value `member:"content"`
	StopReason jsonl.Value `member:"stop_reason"`
	Usage      jsonl.Value `member:"usage"`
	// Blocks are those of the content, unless that is a string. They are extracted only once, because each extraction
	// scans all bodies.
	Blocks []Block
}

var messageMembers jsonl.Table[Message]

// PeekMessage extracts the members of a message.
func PeekMessage(value jsonl.Value) Message {
	m := messageMembers.Peek(value)
	for block := range jsonl.Elements(m.Content) {
		m.Blocks = append(m.Blocks, PeekBlock(block))
	}
	return m
}

// Block is a content block of a message, with its members extracted.
type Block struct {
	Type     jsonl.Value `member:"type"`
	Text     jsonl.Value `member:"text"`
	Thinking jsonl.Value `member:"thinking"`
	ID       jsonl.Value `member:"id"`          // of a call
	Name     jsonl.Value `member:"name"`        // of a call
	Input    jsonl.Value `member:"input"`       // of a call
	CallID   jsonl.Value `member:"tool_use_id"` // of a result
	Content  jsonl.Value `member:"content"`     // of a result
	Error    jsonl.Value `member:"is_error"`    // of a result
	Source   jsonl.Value `member:"source"`      // of an image or document
	Title    jsonl.Value `member:"title"`       // of an image or document
	// Spoken is the text of a connector_text block.
	Spoken jsonl.Value `member:"connector_text"`
	// Raw is the whole block.
	Raw jsonl.Value
}

var blockMembers jsonl.Table[Block]

// PeekBlock extracts the members of a content block.
func PeekBlock(value jsonl.Value) Block {
	b := blockMembers.Peek(value)
	b.Raw = value
	return b
}

// IsCall reports whether the block is a call of one of the CLI's own tools, or of one that the vendor runs.
func (b *Block) IsCall() bool {
	return b.Type.Is("tool_use") || b.Type.Is("server_tool_use") || b.Type.Is("mcp_tool_use")
}

// resultSuffix ends the types of all results: of the CLI's own tools, and of those that the vendor runs
// (web_search_tool_result).
const resultSuffix = `tool_result"`

// IsResult reports whether the block is a call's result.
func (b *Block) IsResult() bool { return bytes.HasSuffix(b.Type, []byte(resultSuffix)) }

// Words returns the text of a block that is a text or that the API makes from texts: the output of a connector, or a
// text that the API has shortened.
func (b *Block) Words() (text jsonl.Value, ok bool) {
	switch {
	case b.Type.Is("text"):
		return b.Text, true
	case b.Type.Is("connector_text"):
		return b.Spoken, true
	case b.Type.Is("compaction"):
		return b.Content, true
	}
	return nil, false
}
