package qwen

import (
	"slices"
	"strings"

	"stead/internal/jsonl"
)

// The types of records: no other is taken for one.
const (
	TypeUser       = "user"
	TypeAssistant  = "assistant"
	TypeToolResult = "tool_result"
	TypeSystem     = "system"
)

// Subtypes that have a meaning beyond being kept.
const (
	// Compression replaces the history before it.
	Compression = "chat_compression"
	// Telemetry is what the CLI counts and measures.
	Telemetry = "ui_telemetry"
	// Title names the session.
	Title = "custom_title"
	// AtCommand notes which files were read for the prompt that follows; Slash what became of a slash command.
	AtCommand = "at_command"
	Slash     = "slash_command"
	// MidTurn is a prompt that the user typed while the model worked; Cron one that a timer sent.
	MidTurn = "mid_turn_user_message"
	Cron    = "cron"
	// Notification is a text of the CLI in the user's name.
	Notification = "notification"
	// Spoken is what was said aloud, which the CLI does not send again.
	Spoken = "realtime_message"
	// LaunchPrompt begins the transcript of a sub-agent.
	LaunchPrompt = "agent_launch_prompt"
)

// Originator is the member by which a compression tells that it was written here, and begins with a summary.
const Originator = "stead"

// LeafEvent names the telemetry that is written here to tell from where the conversation goes on.
const LeafEvent = "stead.leaf"

// besides are the subtypes of system records that the CLI leaves out of the tree (read in its bundle).
var besides = []string{
	"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot",
	"managed_session_header_v1", "managed_session_event_v1", "managed_session_commit_v1",
}

// Record is a line, peeked into. The values share the line's memory; an absent member is nil.
type Record struct {
	Type      jsonl.Value `member:"type"`
	Subtype   jsonl.Value `member:"subtype"`
	UUID      jsonl.Value `member:"uuid"`
	Parent    jsonl.Value `member:"parentUuid"`
	Session   jsonl.Value `member:"sessionId"`
	Timestamp jsonl.Value `member:"timestamp"`
	CWD       jsonl.Value `member:"cwd"`
	Version   jsonl.Value `member:"version"`
	GitBranch jsonl.Value `member:"gitBranch"`
	Model     jsonl.Value `member:"model"`
	Message   jsonl.Value `member:"message"`
	Usage     jsonl.Value `member:"usageMetadata"`
	// Payload is what a system record holds, Result how a tool's result is drawn.
	Payload jsonl.Value `member:"systemPayload"`
	Result  jsonl.Value `member:"toolCallResult"`
	// ForkedFrom names the session from which the record was copied.
	ForkedFrom jsonl.Value `member:"forkedFrom"`
	// Agent is the sub-agent whose record it is.
	Agent jsonl.Value `member:"agentId"`
}

var recordMembers jsonl.Table[Record]

// Peek returns a line's record. What is no JSON object has none of the members.
func Peek(line []byte) Record { return recordMembers.Peek(line) }

// IsKnown reports whether the record is of a type that the CLI writes, with the members by which it knows it.
func (r *Record) IsKnown() bool {
	return r.UUID.IsString() && r.Session.IsString() &&
		(r.Type.Is(TypeUser) || r.Type.Is(TypeAssistant) || r.Type.Is(TypeToolResult) || r.Type.Is(TypeSystem))
}

// InTree reports whether other records may follow this one. Of records that the CLI refuses those without a type or a session are
// read nonetheless: 0.15 resumed them.
func (r *Record) InTree() bool {
	if !r.UUID.IsString() || r.Message == nil && !r.Type.Is(TypeSystem) {
		return false
	}
	return !slices.Contains(besides, r.Subtype.String())
}

// Kept returns the history that takes the place of all before the record, or nil.
func (r *Record) Kept() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Compression) {
		return nil
	}
	return r.Payload.Get("compressedHistory")
}

// Typed returns what the user typed, of a record with a text that is not shown: the CLI shows this in its place where the record has the
// context of a hook, be it empty.
func (r *Record) Typed() jsonl.Value {
	if shown := r.Payload.Get("displayText"); r.Payload.Get("hookContext").IsString() && shown.IsString() {
		return shown
	}
	return nil
}

// dialogs are commands of the CLI that leave nothing behind and ask the model nothing.
var dialogs = []string{
	"/?", "/agents", "/approval-mode", "/arena", "/auth", "/branch", "/clear", "/connect", "/continue", "/copy", "/delete", "/editor", "/effort",
	"/extensions", "/help", "/hooks", "/ide", "/language", "/login", "/manage-models", "/mcp", "/memory", "/model", "/output-style",
	"/permissions", "/resume", "/rewind", "/rollback", "/settings", "/skills", "/stats", "/statusline", "/tasks", "/terminal-setup", "/theme",
	"/trust", "/usage", "/vim",
}

// Announced returns the slash command whose text the next record is to hold: one that has drawn nothing. Nil for any other record.
func (r *Record) Announced() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Slash) || !r.Payload.Get("phase").Is("result") {
		return nil
	}
	typed := r.Payload.Get("rawCommand")
	name, _, _ := strings.Cut(typed.String(), " ")
	for range jsonl.Elements(r.Payload.Get("outputHistoryItems")) {
		return nil
	}
	if !strings.HasPrefix(name, "/") || slices.Contains(dialogs, name) {
		return nil
	}
	return typed
}
