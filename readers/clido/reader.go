package clido

import (
	"stead/adapters/adapter"
	format "stead/adapters/clido"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the sessions of clido. The zero value is ready for use.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns clido's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the folder of the CLI's sessions on the host, if it exists.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(format.Name, format.Root(host))
}

// Detect reports whether at least one line can only be clido's. The first line may be damaged.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool {
		return isOwn(jsonl.Trim(line))
	})
}

// isOwn reports whether a line has a form that no other format has.
func isOwn(line jsonl.Value) bool {
	content := line.Get("content")
	switch line.Get("type").String() {
	case format.Meta:
		return line.Get("session_id").IsString() && line.Get("schema_version") != nil && line.Get("project_path").IsString()
	case format.UserMessage, format.AssistantMessage:
		return content.IsArray()
	case format.ToolResult:
		return line.Get("tool_use_id").IsString() && content.IsString()
	case format.ToolCall:
		return line.Get("tool_use_id").IsString() && line.Get("tool_name").IsString()
	}
	return false
}
