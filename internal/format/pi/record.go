package pi

import "stead/internal/jsonl"

// Version is the format's version that the CLI writes. It rewrites older files as a whole when it loads them.
const Version = 3

// The types of records that have a meaning beyond being kept.
const (
	TypeSession       = "session"
	TypeMessage       = "message"
	TypeModelChange   = "model_change"
	TypeCompaction    = "compaction"
	TypeBranchSummary = "branch_summary"
	TypeContextEdit   = "context_edit"
	TypeCustomMessage = "custom_message"
	TypeSessionInfo   = "session_info"
)

// The roles of messages.
const (
	RoleUser          = "user"
	RoleAssistant     = "assistant"
	RoleToolResult    = "toolResult"
	RoleBashExecution = "bashExecution"
	RoleCustom        = "custom"
	// RoleHook is what version 2 called RoleCustom.
	RoleHook = "hookMessage"
)

// Record is a line, peeked into. The values share the line's memory; an absent member is nil.
type Record struct {
	Type, ID, Parent, Timestamp jsonl.Value
	Message                     jsonl.Value
	// Version, CWD and ParentSession are the header's.
	Version, CWD, ParentSession jsonl.Value
	// Summary is that of a compaction or a branch, FirstKept and FirstKeptIndex what a compaction keeps: the index is of version 1.
	Summary, FirstKept, FirstKeptIndex jsonl.Value
	// Target is the record that a context_edit changes, Replacement what it becomes.
	Target, Replacement jsonl.Value
	// Content is that of a custom_message, CustomType names the extension that wrote it.
	Content, CustomType jsonl.Value
	// Provider and Model are those of a model_change, Name that of a session_info.
	Provider, Model, Name jsonl.Value
	// Details are those of a compaction.
	Details jsonl.Value
}

// KeptNote is the custom type of a note by which stead tells a prompt once more that a compaction keeps. KeptDetail names, among the details of that
// compaction, the records of those prompts.
const (
	KeptNote   = "stead-kept"
	KeptDetail = "steadKept"
)

// Peek returns a line's record. What is no JSON object has none of the members.
func Peek(line []byte) Record {
	var r Record
	for key, value := range jsonl.Members(line) {
		if to := r.member(string(key)); to != nil {
			*to = value
		}
	}
	return r
}

func (r *Record) member(key string) *jsonl.Value {
	switch key {
	case "type":
		return &r.Type
	case "id":
		return &r.ID
	case "parentId":
		return &r.Parent
	case "timestamp":
		return &r.Timestamp
	case "message":
		return &r.Message
	case "version":
		return &r.Version
	case "cwd":
		return &r.CWD
	case "parentSession":
		return &r.ParentSession
	case "content":
		return &r.Content
	}
	return r.rareMember(key)
}

func (r *Record) rareMember(key string) *jsonl.Value {
	switch key {
	case "summary":
		return &r.Summary
	case "firstKeptEntryId":
		return &r.FirstKept
	case "firstKeptEntryIndex":
		return &r.FirstKeptIndex
	case "targetId":
		return &r.Target
	case "replacement":
		return &r.Replacement
	case "provider":
		return &r.Provider
	case "modelId":
		return &r.Model
	case "name":
		return &r.Name
	case "customType":
		return &r.CustomType
	case "details":
		return &r.Details
	}
	return nil
}

// IsHeader reports whether the record is a session's header.
func (r *Record) IsHeader() bool { return r.Type.Is(TypeSession) && r.ID.IsString() }

// Message is a message, peeked into.
type Message struct {
	Role, Content, StopReason, Usage, Provider, Model, API jsonl.Value
	// CallID, ToolName, IsError and Details are those of a tool's result.
	CallID, ToolName, Details jsonl.Value
	IsError                   bool
	// Command and the others are those of a command that the user ran.
	Command, Output, ExitCode, FullOutput jsonl.Value
	// CustomType names the extension that wrote a note.
	CustomType                           jsonl.Value
	IsCancelled, IsTruncated, IsExcluded bool
}

// PeekMessage returns the members of a message.
func PeekMessage(value jsonl.Value) Message {
	var m Message
	for key, value := range jsonl.Members(value) {
		switch string(key) {
		case "isError":
			m.IsError = value.Bool()
		case "cancelled":
			m.IsCancelled = value.Bool()
		case "truncated":
			m.IsTruncated = value.Bool()
		case "excludeFromContext":
			m.IsExcluded = value.Bool()
		default:
			if to := m.member(string(key)); to != nil {
				*to = value
			}
		}
	}
	return m
}

func (m *Message) member(key string) *jsonl.Value {
	switch key {
	case "role":
		return &m.Role
	case "content":
		return &m.Content
	case "stopReason":
		return &m.StopReason
	case "usage":
		return &m.Usage
	case "provider":
		return &m.Provider
	case "model":
		return &m.Model
	case "api":
		return &m.API
	case "toolCallId":
		return &m.CallID
	case "toolName":
		return &m.ToolName
	case "details":
		return &m.Details
	}
	switch key {
	case "command":
		return &m.Command
	case "output":
		return &m.Output
	case "exitCode":
		return &m.ExitCode
	case "fullOutputPath":
		return &m.FullOutput
	case "customType":
		return &m.CustomType
	}
	return nil
}

// IsBroken reports whether an answer was cut off or failed: the CLI does not send it again.
func (m *Message) IsBroken() bool { return m.StopReason.Is("error") || m.StopReason.Is("aborted") }

// Block is a block of a message's content, peeked into.
type Block struct {
	Type, Text, Thinking jsonl.Value
	// ID, Name and Arguments are those of a call.
	ID, Name, Arguments jsonl.Value
	// Data and MediaType are those of a picture.
	Data, MediaType jsonl.Value
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
		case "arguments":
			b.Arguments = value
		case "data":
			b.Data = value
		case "mimeType":
			b.MediaType = value
		}
	}
	return b
}
