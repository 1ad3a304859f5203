package codex

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
)

// The closed lists of everything that Codex 0.171.0 can write into a rollout. It names its lists itself: with
// RUST_LOG=codex_rollout=trace, its message about a line of an invented kind lists the expected kinds. The effect of
// each kind was observed in the request with which it resumed a rollout with one of each. Names from older versions
// only are at the end of each list. A kind that is on no list is reported as unknown.

// Telling says what the model receives of a kind.
type Telling int

const (
	// Unlisted kinds are on no list.
	Unlisted Telling = iota
	// Told kinds reach the model. The reader knows where their text is.
	Told
	// Rebuilt kinds reach the model as well, but each CLI regenerates them.
	Rebuilt
	// Untold kinds are the CLI's own records, and what it draws on the screen.
	Untold
)

// LineKinds are the types of lines.
var LineKinds = map[string]Telling{
	ResponseItem: Told, Compacted: Told, AgentTalk: Told,
	// dynamic_tools_updated names the tools that a client offers from that point on.
	ToolsUpdated: Rebuilt,
	SessionMeta:  Untold, EventMessage: Untold, TurnContext: Untold, UsageRecord: Untold,
	"inter_agent_communication_metadata": Untold,
	"world_state":                        Untold, "retained_context": Untold, "security_risk_score": Untold,
	"realtime_item": Untold,
	// id_allocation is among the names in the program, but not among those that it reads.
	"id_allocation": Untold,
	// Bare rollouts, from 2025.
	bareState: Untold,
}

// ItemKinds are the types of response items.
var ItemKinds = map[string]Telling{
	"message": Told, AgentMessage: Told, "reasoning": Told, "local_shell_call": Told, "function_call": Told,
	"function_call_output": Told,
	"custom_tool_call":     Told, "custom_tool_call_output": Told, "tool_search_call": Told, "tool_search_output": Told,
	"web_search_call":       Told,
	"image_generation_call": Told, "compaction": Told, "context_compaction": Told,
	"additional_tools":   Rebuilt,
	"compaction_trigger": Untold, "configuration_update": Untold, "other": Untold,
	// From 2025.
	"ghost_snapshot": Untold,
}

// eventKinds are the types of event messages. None reaches the model.
var eventKinds = lazy.Table(Untold,
	"error", "warning", "auth_recovery_started", "auth_recovery_completed", "guardian_warning",
	"realtime_conversation_started",
	"realtime_conversation_realtime", "realtime_conversation_closed", "realtime_conversation_sdp", "model_reroute",
	"model_verification",
	"turn_moderation_metadata", "safety_buffering", "context_compacted", "thread_rolled_back", "task_started",
	"turn_started",
	"thread_settings_applied", "task_complete", "turn_complete", "token_count", "agent_message", "user_message",
	"agent_reasoning",
	"agent_reasoning_raw_content", "agent_reasoning_section_break", "session_configured", "environment_connected",
	"environment_disconnected",
	"thread_goal_updated", "thread_queue_changed", "mcp_startup_update", "mcp_startup_complete", "mcp_tool_call_begin",
	"mcp_tool_call_end",
	"web_search_begin", "web_search_end", "image_generation_begin", "image_generation_end", "exec_command_begin",
	"exec_command_output_delta",
	"terminal_interaction", "exec_command_end", "view_image_tool_call", "exec_approval_request", "request_permissions",
	"request_user_input",
	"dynamic_tool_call_request", "dynamic_tool_call_response", "elicitation_request", "elicitation_abandoned",
	"apply_patch_approval_request",
	"guardian_assessment", "deprecation_notice", "stream_error", "patch_apply_begin", "patch_apply_updated",
	"patch_apply_end", "turn_diff",
	"realtime_conversation_list_voices_response", "plan_update", "turn_aborted", "shutdown_complete",
	"entered_review_mode", "exited_review_mode",
	"raw_response_item", "raw_response_completed", "item_started", itemCompleted, "hook_started", "hook_completed",
	"agent_message_content_delta",
	"plan_delta", "reasoning_content_delta", "reasoning_raw_content_delta", "collab_agent_spawn_begin",
	"collab_agent_spawn_end",
	"collab_agent_interaction_begin", "collab_agent_interaction_end", "collab_waiting_begin", "collab_waiting_end",
	"collab_close_begin",
	"collab_close_end", "collab_resume_begin", "collab_resume_end", "sub_agent_activity",
	// From 2025 and early 2026, according to the public source of those versions.
	"background_event", "undo_started", "undo_completed", "thread_name_updated", "skills_update_available",
	"get_history_entry_response",
	"mcp_list_tools_response", "list_custom_prompts_response", "list_skills_response", "agent_message_delta",
	"agent_reasoning_delta",
	"agent_reasoning_raw_content_delta",
)

// drawnKinds are the types of the items that item_completed events draw. None reaches the model.
var drawnKinds = lazy.Table(Untold,
	"UserMessage", "FunctionCallOutput", "HookPrompt", "AgentMessage", "Plan", "Reasoning", "CommandExecution",
	"DynamicToolCall",
	"CollabAgentToolCall", "SubAgentActivity", "WebSearch", "ImageView", "Extension", "ImageGeneration",
	"EnteredReviewMode", "ExitedReviewMode",
	"FileChange", "McpToolCall", "ContextCompaction",
)

const itemCompleted = "item_completed"

// UnknownKind returns the name in reports of an unlisted kind: of the line, of its item or of its event. It is empty if
// the kind is listed.
func (l Line) UnknownKind() string {
	if LineKinds[l.Type] == Unlisted {
		return strings.TrimSpace("record " + l.Type)
	}
	kind := l.Payload.Get("type")
	switch l.Type {
	case ResponseItem:
		return unlisted(ItemKinds, "item ", kind)
	case EventMessage:
		if kind.Is(itemCompleted) {
			return unlisted(drawnKinds(), "event of an item ", l.Payload.Get("item", "type"))
		}
		return unlisted(eventKinds(), "event ", kind)
	}
	return ""
}

// unlisted returns the name of a kind that is not on a list. It does not allocate for a listed kind.
func unlisted(list map[string]Telling, what string, kind jsonl.Value) string {
	if kind.IsString() && list[string(kind[1:len(kind)-1])] != Unlisted {
		return ""
	}
	return strings.TrimSpace(what + kind.String())
}
