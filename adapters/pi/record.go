package pi

import "stead/internal/adapt/jsonl"

// Version is the version of the format that the CLI writes. It rewrites older files completely when it loads them.
const Version = 3

// The types of records that stead interprets. It only keeps all others.
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
	// RoleHook is the name of RoleCustom in version 2.
	RoleHook = "hookMessage"
	// RoleSystem holds the instructions and the tools in force, since 0.86 or 0.87.
	RoleSystem = "system"
	// The CLI converts records to messages of these roles, and also accepts such messages (observed with Pi 0.87.1).
	RoleBranchSummary     = "branchSummary"
	RoleCompactionSummary = "compactionSummary"
)

// Record is a line with the members that stead needs. The values share the line's memory; an absent member is nil.
type Record struct {
	Type      jsonl.Value `member:"type"`
	ID        jsonl.Value `member:"id"`
	Parent    jsonl.Value `member:"parentId"`
	Timestamp jsonl.Value `member:"timestamp"`
	Message   jsonl.Value `member:"message"`
	// Version, CWD and ParentSession belong to the header.
	Version       jsonl.Value `member:"version"`
	CWD           jsonl.Value `member:"cwd"`
	ParentSession jsonl.Value `member:"parentSession"`
	// Summary is the summary of a compaction or a branch. FirstKept and FirstKeptIndex identify the first record that a
	// compaction keeps; version 1 has the index.
	Summary        jsonl.Value `member:"summary"`
	FirstKept      jsonl.Value `member:"firstKeptEntryId"`
	FirstKeptIndex jsonl.Value `member:"firstKeptEntryIndex"`
	// Target is the record that a context_edit changes, and Replacement is the new content.
	Target      jsonl.Value `member:"targetId"`
	Replacement jsonl.Value `member:"replacement"`
	// Content belongs to a custom_message. CustomType names the extension that wrote it.
	Content    jsonl.Value `member:"content"`
	CustomType jsonl.Value `member:"customType"`
	// Provider and Model belong to a model_change, Name belongs to a session_info.
	Provider jsonl.Value `member:"provider"`
	Model    jsonl.Value `member:"modelId"`
	Name     jsonl.Value `member:"name"`
	// Details belong to a compaction.
	Details jsonl.Value `member:"details"`
	// Raw is the whole line.
	Raw jsonl.Value
}

// KeptNote is the custom type of a note in which stead repeats a prompt that a compaction keeps. KeptDetail, a member
// of that compaction's details, lists the records of those prompts.
const (
	KeptNote   = "stead-kept"
	KeptDetail = "steadKept"
)

var recordMembers jsonl.Table[Record]

// Peek returns a line's record. For a line that is not a JSON object, the record has no members.
func Peek(line []byte) Record {
	r := recordMembers.Peek(line)
	r.Raw = line
	return r
}

// IsHeader reports whether the record is a session's header.
func (r *Record) IsHeader() bool { return r.Type.Is(TypeSession) && r.ID.IsString() }

// Message is a message with the members that stead needs.
type Message struct {
	Role       jsonl.Value `member:"role"`
	Content    jsonl.Value `member:"content"`
	StopReason jsonl.Value `member:"stopReason"`
	Usage      jsonl.Value `member:"usage"`
	Provider   jsonl.Value `member:"provider"`
	Model      jsonl.Value `member:"model"`
	API        jsonl.Value `member:"api"`
	// CallID, ToolName, IsError and Details belong to a tool's result.
	CallID   jsonl.Value `member:"toolCallId"`
	ToolName jsonl.Value `member:"toolName"`
	Details  jsonl.Value `member:"details"`
	IsError  bool        `member:"isError"`
	// Summary is the summary of a branch or a compaction.
	Summary jsonl.Value `member:"summary"`
	// Command and the next three members belong to a command that the user ran.
	Command    jsonl.Value `member:"command"`
	Output     jsonl.Value `member:"output"`
	ExitCode   jsonl.Value `member:"exitCode"`
	FullOutput jsonl.Value `member:"fullOutputPath"`
	// CustomType names the extension that wrote a note.
	CustomType  jsonl.Value `member:"customType"`
	IsCancelled bool        `member:"cancelled"`
	IsTruncated bool        `member:"truncated"`
	IsExcluded  bool        `member:"excludeFromContext"`
}

var messageMembers jsonl.Table[Message]

// PeekMessage returns the members of a message.
func PeekMessage(value jsonl.Value) Message { return messageMembers.Peek(value) }

// IsBroken reports whether an answer was cut off or failed. The CLI does not send such an answer again.
func (m *Message) IsBroken() bool { return m.StopReason.Is("error") || m.StopReason.Is("aborted") }

// Block is a block of a message's content, with the members that stead needs.
type Block struct {
	Type     jsonl.Value `member:"type"`
	Text     jsonl.Value `member:"text"`
	Thinking jsonl.Value `member:"thinking"`
	// ID, Name and Arguments belong to a call.
	ID        jsonl.Value `member:"id"`
	Name      jsonl.Value `member:"name"`
	Arguments jsonl.Value `member:"arguments"`
	// Data and MediaType belong to a picture.
	Data      jsonl.Value `member:"data"`
	MediaType jsonl.Value `member:"mimeType"`
}

var blockMembers jsonl.Table[Block]

// PeekBlock returns the members of a content block.
func PeekBlock(value jsonl.Value) Block { return blockMembers.Peek(value) }
