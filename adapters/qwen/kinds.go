package qwen

import (
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// class says whether the CLI tells its model what it has stored.
type class uint8

const (
	unknown class = iota
	told
	// untold is what the CLI leaves out when it resumes a session, as an experiment with 0.24.4 has shown.
	untold
	// about is a member that says more about the one beside it.
	about
)

// systemSubtypes are those of system records: the names that 0.24.4 knows, and those of newer versions whose code was
// read. The message of any other record is told whatever its subtype is, but for Spoken.
var systemSubtypes = map[string]class{
	Compression: told, Bootstrap: told, Slash: told,
	"": untold, Telemetry: untold, AtCommand: untold, Title: untold, Notification: untold, Cron: untold, MidTurn: untold,
	Spoken: untold, LaunchPrompt: untold,
	"attribution_snapshot": untold, "background_task_completed": untold, "parent_session": untold, "rewind": untold,
	"agent_retry":         untold,
	"agent_session_ready": untold, "file_history_snapshot": untold, "session_source": untold, "session_model": untold,
	"omni_recall":              untold,
	"session_sources_snapshot": untold, "branch_checkpoint": untold, "goal_state": untold, "goal_runtime": untold,
	"goal_turn_end": untold,
	"turn_result":   untold, "session_artifact_event": untold, "session_artifact_snapshot": untold,
	"managed_session_header_v1": untold,
	"managed_session_event_v1":  untold, "managed_session_commit_v1": untold, "user_text_elements": untold,
	"session_notes": untold, "session_execution_engine": untold, "session_approval_mode": untold, "turn_attempt": untold,
	"code_mode_tool_result": untold, "agent_mention": untold, "agent_message": untold,
}

// partMembers are the members of a part, by which it says what it is. What 0.24.4 does not send it leaves out, too,
// when it is of no kind that it knows.
var partMembers = map[string]class{
	"text": told, "inlineData": told, "fileData": told, "functionCall": told, "functionResponse": told,
	"executableCode": untold, "codeExecutionResult": untold,
	"thought": about, "thoughtSignature": about, "videoMetadata": about, "mediaResolution": about, "partMetadata": about,
}

// UnknownPart returns what a part says it is, when stead knows none of its members. Ok is false for any other part.
func UnknownPart(part jsonl.Value) (name string, ok bool) {
	return entry.FirstMember(part, partMembers)
}

// states are those of a tool call: of one that has ended, and those in which the CLI has it before.
var states = map[string]class{
	"": told, "success": told, "error": told, "cancelled": told,
	"validating": untold, "scheduled": untold, "executing": untold, "awaiting_approval": untold,
}

// IsState reports whether the state of a tool call is known.
func IsState(name string) bool { return states[name] != unknown }

// Unknown returns what a record says it is, when stead does not know its kind, and the empty string for any other.
func (r *Record) Unknown() string {
	role := r.Message.Get("role")
	switch {
	case r.Type.Is(TypeSystem):
		if subtype := r.Subtype.String(); systemSubtypes[subtype] == unknown {
			return "system record " + subtype
		}
		return ""
	case r.Type.IsString() && !r.isOfType():
		return "record " + r.Type.String()
	case r.Type == nil && r.Message == nil && r.Whole.IsObject():
		return "record without a type"
	case role.IsString() && !role.Is("user") && !role.Is("model"):
		return "message of the role " + role.String()
	}
	return ""
}

func (r *Record) isOfType() bool {
	return r.Type.Is(TypeUser) || r.Type.Is(TypeAssistant) || r.Type.Is(TypeToolResult) || r.Type.Is(TypeSystem)
}
