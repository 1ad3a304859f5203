package qwen

import (
	"slices"

	"stead/internal/adapt/jsonl"
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
	// LaunchPrompt begins the transcript of a sub-agent, Bootstrap that of one which knows what was said before.
	LaunchPrompt = "agent_launch_prompt"
	Bootstrap    = "agent_bootstrap"
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
	// Whole is the record itself.
	Whole jsonl.Value
}

var recordMembers jsonl.Table[Record]

// Peek returns a line's record. What is no JSON object has none of the members.
func Peek(line []byte) Record {
	r := recordMembers.Peek(line)
	r.Whole = line
	return r
}

// IsKnown reports whether the record is of a type that the CLI writes, with the members by which it knows it.
func (r *Record) IsKnown() bool {
	return r.UUID.IsString() && r.Session.IsString() && r.isOfType()
}

// InTree reports whether other records may follow this one. One of a type that stead does not know may be there in a
// newer version. Of records that the CLI refuses those without a type or a session are read nonetheless: 0.15 resumed
// them.
func (r *Record) InTree() bool {
	isBare := r.Message == nil && (!r.Type.IsString() || r.isOfType() && !r.Type.Is(TypeSystem))
	if !r.UUID.IsString() || isBare {
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

// Begun returns what a sub-agent knew when it began, or nil.
func (r *Record) Begun() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Bootstrap) {
		return nil
	}
	return r.Payload.Get("history")
}

// Typed returns what the user typed, of a record with a text that is not shown: the CLI shows this in its place where
// the record has the context of a hook, be it empty.
func (r *Record) Typed() jsonl.Value {
	if shown := r.Payload.Get("displayText"); r.Payload.Get("hookContext").IsString() && shown.IsString() {
		return shown
	}
	return nil
}
