package claude

import (
	"bytes"

	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
)

// Detect reports whether a file is a session of Claude Code, judging by its first records.
func (Reader) Detect(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		if isRecord(line) {
			return true
		}
		head = rest
	}
	return false
}

// isRecord distinguishes a record from those of other CLIs. Qwen Code also has types, uuids and session ids, but its
// messages have parts instead of content.
func isRecord(line []byte) bool {
	line = bytes.TrimSpace(whole(line))
	r := claude.Peek(line)
	switch {
	case !r.Type.IsString():
		return false
	case r.Message != nil:
		m := claude.PeekMessage(r.Message)
		return m.Content != nil && (r.UUID != nil || r.Session != nil)
	case r.InTree():
		isNote := r.Subtype != nil && jsonl.Value(line).Get("systemPayload") == nil // notes of Qwen Code have it
		return r.Parent != nil && r.Session != nil && (r.Attachment != nil || isNote)
	case r.Summary != nil:
		return r.Leaf != nil
	}
	return false
}
