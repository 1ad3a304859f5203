package memory

import (
	"encoding/json"
	"strings"
	"time"
)

// MessagesFile and EventsFile are the names of the two files.
const (
	MessagesFile = "unified_messages.jsonl"
	EventsFile   = "unified_events.jsonl"
)

// Message is a text that was said, called or returned in a session: one line of unified_messages.jsonl. Its members are
// those of ADR-020.
type Message struct {
	// Hash is the hexadecimal SHA-256 of the content, normalized by [Normalize].
	Hash    string `json:"hash"`
	Content string `json:"content"`
	Role    Role   `json:"role"`
	// LLMSource is the CLI's name as stead has it: claude, codex, gemini, ... LLMModel is empty where the source names
	// none.
	LLMSource  string     `json:"llm_source"`
	LLMModel   string     `json:"llm_model"`
	Provenance Provenance `json:"provenance"`
	Timestamps Timestamps `json:"timestamps"`
	Metadata   Metadata   `json:"metadata"`
}

// Role says who a message is from.
type Role string

// The roles. A result is from the tool that returned it.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
	RoleSystem    Role = "system"
)

// Provenance says where a text was seen first.
type Provenance struct {
	SourceType SourceType `json:"source_type"`
	SourceFile string     `json:"source_file"`
	// SourceLine counts from 1. It is the rank of the record in a store that has no lines, and 0 where a source has
	// neither.
	SourceLine int    `json:"source_line"`
	SessionID  string `json:"session_id"`
	// Checkpoint is the id of the summary after which the text was said. Nil before the first one.
	Checkpoint *string `json:"checkpoint"`
}

// SourceType says what kind of file a text comes from.
type SourceType string

// The kinds of sources.
const (
	FromSession SourceType = "session"
	FromHistory SourceType = "history"
	FromExport  SourceType = "export"
)

// Timestamps are RFC 3339, in UTC. Occurred is empty where the source tells no time.
type Timestamps struct {
	Occurred    string `json:"occurred"`
	ExtractedAt string `json:"extracted_at"`
}

// Metadata describes a message. The first three members are ADR-020's, the others are set for what they concern.
type Metadata struct {
	// ContentLength is in bytes of UTF-8.
	ContentLength int  `json:"content_length"`
	HasCode       bool `json:"has_code"`
	HasMarkdown   bool `json:"has_markdown"`
	Kind          Kind `json:"kind"`
	// Tool is the universal name of a call's tool, Input its universal arguments.
	Tool  string          `json:"tool,omitempty"`
	Input json.RawMessage `json:"input,omitempty"`
}

// Kind says what a text was in its session.
type Kind string

// The kinds of texts. Context is what reached the model without being typed.
const (
	KindPrompt   Kind = "prompt"
	KindContext  Kind = "context"
	KindAnswer   Kind = "answer"
	KindThinking Kind = "thinking"
	KindCall     Kind = "call"
	KindResult   Kind = "result"
	KindSummary  Kind = "summary"
	KindSystem   Kind = "system"
)

// Normalize returns the content of which the hash is made: trimmed, with "\n" for every line end.
func Normalize(content string) string {
	if strings.IndexByte(content, '\r') >= 0 {
		content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\r", "\n")
	}
	return strings.TrimSpace(content)
}

// Stamp returns a time as [Timestamps] hold it: empty for the zero value.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
