package qwen

import (
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// class says whether the CLI sends a stored value to its model.
type class uint8

const (
	unknown class = iota
	told
	// untold is a value that the CLI leaves out when it resumes a session, as an experiment with 0.24.4 showed.
	untold
	// about is a member that describes the member next to it.
	about
)

// systemSubtypes are the subtypes of system records: those that 0.24.4 knows, and those that were found in the code of
// newer versions. The CLI sends the message of any other record whatever its subtype is, except for Spoken.
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

// partMembers are the members that determine the kind of a part. Version 0.24.4 does not send the untold ones, and no
// part of a kind that it does not know.
var partMembers = map[string]class{
	"text": told, "inlineData": told, "fileData": told, "functionCall": told, "functionResponse": told,
	"executableCode": untold, "codeExecutionResult": untold,
	"thought": about, "thoughtSignature": about, "videoMetadata": about, "mediaResolution": about, "partMetadata": about,
}

// UnknownPart returns the kind that a part claims to be if stead knows none of its members. Ok is false for any other
// part.
func UnknownPart(part jsonl.Value) (name string, ok bool) {
	return entry.FirstMember(part, partMembers)
}

// states are the states of a tool call. Those of an ended call are told; those before the end are untold.
var states = map[string]class{
	"": told, "success": told, "error": told, "cancelled": told,
	"validating": untold, "scheduled": untold, "executing": untold, "awaiting_approval": untold,
}

// IsState reports whether stead knows the state of a tool call.
func IsState(name string) bool { return states[name] != unknown }

// Unknown describes a record whose kind stead does not know. It returns the empty string for any other record.
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
