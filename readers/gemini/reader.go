// Package gemini reads sessions of Gemini CLI: JSON Lines of messages and snapshots, and the single JSON objects of
// versions before 0.39. A message replaces an earlier one with the same id; a snapshot replaces all messages.
//
// Such a file repeats a conversation many times: the CLI writes a message again when its tools have run, the whole
// history with each resume, and all of it under new ids when a turn was cancelled. A [conversation] finds the new
// content of a line. Entries stay at the line that brought them first, so positions are stable whatever the CLI
// appends.
package gemini

import (
	"bytes"

	"stead/adapters/adapter"
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the sessions of Gemini CLI.
type Reader struct{}

// Info describes the CLI.
func (Reader) Info() adapter.Info { return format.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return format.Tools() }

// Discover returns the CLI's home on the host, if it exists.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(format.Name, format.Root(host))
}

// Detect reports whether the first bytes of a file belong to a session. It tolerates damage: one line that only the CLI
// writes is enough.
func (Reader) Detect(head []byte) bool {
	if isLegacy(head) {
		return isSaved(head) || hasMembers(head, "sessionId", "messages", "projectHash")
	}
	return readers.AnyLine(head, func(line []byte) bool {
		return isOwn(format.Peek(bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))))
	})
}

var byteOrderMark = []byte("\uFEFF")

// isOwn reports whether a line has a form that no other CLI writes.
func isOwn(l format.Line) bool {
	switch l.Kind {
	case format.Header, format.Rewind:
		return true
	case format.Update:
		return l.Messages != nil || l.Value.Get("lastUpdated").IsString()
	case format.Message:
		kind, content := l.Value.Get("type"), l.Value.Get("content")
		return l.Value.Get("timestamp").IsString() && (kind.Is(format.Model) && content != nil || kind.Is(format.User) &&
			content.IsArray())
	}
	return false
}

func hasMembers(head []byte, names ...string) bool {
	for key := range jsonl.Members(head) {
		for i, name := range names {
			if string(key) == name {
				names = append(names[:i:i], names[i+1:]...)
				break
			}
		}
	}
	return len(names) == 0
}

// Exports returns the forms of /chat share.
func (Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "JSON of Gemini CLI", Detect: format.DetectExportJSON, Open: format.OpenExportJSON},
		{Name: "Markdown of Gemini CLI", Detect: format.DetectExportMarkdown, Open: format.OpenExportMarkdown},
	}
}
