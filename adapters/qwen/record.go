package qwen

import (
	"slices"

	"stead/internal/adapt/jsonl"
)

// The types of records. The CLI accepts no others.
const (
	TypeUser       = "user"
	TypeAssistant  = "assistant"
	TypeToolResult = "tool_result"
	TypeSystem     = "system"
)

// The subtypes that stead interprets. It only keeps all others.
const (
	// Compression replaces the history before it.
	Compression = "chat_compression"
	// Telemetry holds the CLI's counts and measurements.
	Telemetry = "ui_telemetry"
	// Title names the session.
	Title = "custom_title"
	// AtCommand lists the files that the CLI read for the prompt that follows. Slash holds the outcome of a slash command.
	AtCommand = "at_command"
	Slash     = "slash_command"
	// MidTurn is a prompt that the user typed while the model worked. Cron is a prompt that a timer sent.
	MidTurn = "mid_turn_user_message"
	Cron    = "cron"
	// Notification is a text that the CLI sent in the user's name.
	Notification = "notification"
	// Spoken is speech, which the CLI does not send again.
	Spoken = "realtime_message"
	// LaunchPrompt begins the transcript of a sub-agent. Bootstrap begins that of a sub-agent that knows the earlier
	// conversation.
	LaunchPrompt = "agent_launch_prompt"
	Bootstrap    = "agent_bootstrap"
)

// Originator is the member that marks a compression as written by stead. That compression begins with a summary.
const Originator = "stead"

// LeafEvent names the telemetry in which stead records where the conversation continues.
const LeafEvent = "stead.leaf"

// besides are the subtypes of system records that the CLI keeps out of the tree (read in its bundle).
var besides = []string{
	"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot",
	"managed_session_header_v1", "managed_session_event_v1", "managed_session_commit_v1",
}

// Record is a line with the members that stead needs. The values share the line's memory; an absent member is nil.
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
	// Payload is the content of a system record. Result determines how the CLI displays a tool's result.
	Payload jsonl.Value `member:"systemPayload"`
	Result  jsonl.Value `member:"toolCallResult"`
	// ForkedFrom names the session that the record was copied from.
	ForkedFrom jsonl.Value `member:"forkedFrom"`
	// Agent is the id of the sub-agent that the record belongs to.
	Agent jsonl.Value `member:"agentId"`
	// Whole is the record itself.
	Whole jsonl.Value
}

var recordMembers jsonl.Table[Record]

// Peek returns a line's record. For a line that is not a JSON object, the record has no members.
func Peek(line []byte) Record {
	r := recordMembers.Peek(line)
	r.Whole = line
	return r
}

// IsKnown reports whether the record has a type that the CLI writes and the members that the CLI requires.
func (r *Record) IsKnown() bool {
	return r.UUID.IsString() && r.Session.IsString() && r.isOfType()
}

// InTree reports whether other records may follow this one. A record of a type that stead does not know counts, because
// a newer version may write it. The CLI refuses records without a type or a session, but they count as well, because
// 0.15 resumed them.
func (r *Record) InTree() bool {
	isBare := r.Message == nil && (!r.Type.IsString() || r.isOfType() && !r.Type.Is(TypeSystem))
	if !r.UUID.IsString() || isBare {
		return false
	}
	return !slices.Contains(besides, r.Subtype.String())
}

// Kept returns the history that replaces everything before the record, or nil.
func (r *Record) Kept() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Compression) {
		return nil
	}
	return r.Payload.Get("compressedHistory")
}

// Begun returns the history that a sub-agent started with, or nil.
func (r *Record) Begun() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Bootstrap) {
		return nil
	}
	return r.Payload.Get("history")
}

// Typed returns the text that the user typed, if the CLI displays it in place of the record's text. The CLI does so if
// the record has the context of a hook, even an empty one. Otherwise Typed returns nil.
func (r *Record) Typed() jsonl.Value {
	if shown := r.Payload.Get("displayText"); r.Payload.Get("hookContext").IsString() && shown.IsString() {
		return shown
	}
	return nil
}
