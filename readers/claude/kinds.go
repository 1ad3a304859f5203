package claude

import (
	"sync"

	"stead/timeline"
)

// anew maps the attachments that each CLI regenerates to their origins. Most have no text, because the CLI provides it.
var anew = sync.OnceValue(func() map[string]timeline.OriginKind {
	return map[string]timeline.OriginKind{
		// what can be called, and how
		"advisor_tool": timeline.Catalog, "agent_listing_delta": timeline.Catalog, "deferred_tools_delta": timeline.Catalog,
		"mcp_dropped_tools_delta": timeline.Catalog, "mcp_instructions_delta": timeline.Catalog,
		"prompt_snapshot":     timeline.Catalog,
		"repl_mcp_needs_auth": timeline.Catalog, "repl_mcp_servers": timeline.Catalog, "skill_listing": timeline.Catalog,
		"tool_hosts_correction": timeline.Catalog, "tool_hosts_notice": timeline.Catalog,
		"tool_search_usage_reminder": timeline.Catalog,
		"widget_context_hint":        timeline.Catalog,
		// how the model is to work and answer
		"auto_mode": timeline.Mode, "auto_mode_exit": timeline.Mode, "bash_output_audience_note": timeline.Mode,
		"batching_reminder":   timeline.Mode,
		"coordinator_context": timeline.Mode, "first_week": timeline.Mode, "language": timeline.Mode,
		"model": timeline.Mode, "output_style": timeline.Mode,
		"output_style_instructions": timeline.Mode, "plan_mode": timeline.Mode, "plan_mode_exit": timeline.Mode,
		"plan_mode_reentry": timeline.Mode,
		"proactivity":       timeline.Mode, "remote_session_change": timeline.Mode, "secondary_reminder": timeline.Mode,
		"silent_turn_reminder": timeline.Mode,
		"team_context":         timeline.Mode, "ultra_effort_enter": timeline.Mode, "ultra_effort_exit": timeline.Mode,
		"ultrathink_effort":        timeline.Mode,
		"workflow_keyword_request": timeline.Mode, "workflow_size_guideline_change": timeline.Mode,
		// the folder, the date, the consumption
		"budget_usd": timeline.Environment, "date": timeline.Environment, "date_change": timeline.Environment,
		"elapsed_time_reminder": timeline.Environment,
		"environment":           timeline.Environment, "output_token_usage": timeline.Environment,
		"sandbox_instructions": timeline.Environment,
		"session_context":      timeline.Environment, "thread_state": timeline.Environment,
		"token_usage":           timeline.Environment,
		"total_tokens_reminder": timeline.Environment,
	}
})

// untold lists the attachments that Claude Code 2.1.332 does not send to its model again on a resume, as found by
// experiment. The value says whether it does so if the record contains the text that the model originally received: an
// older model has the tools that a reminder mentions, and a team has its mailbox.
var untold = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"advisor_stripped": true, "already_read_file": true, "async_hook_response_batch": true, "attention_budget": true,
		"batching_reminder_sent": true,
		"command_permissions":    true, "context_efficiency": true, "context_tip": true, "credential_org": true,
		"deferred_tools_record": true,
		"edited_image_file":     true, "goal_status": true, "goals": true, "hook_cancelled": true, "hook_deferred_tool": true,
		"hook_error_during_execution": true, "hook_non_blocking_error": true, "hook_permission_decision": true,
		"hook_system_message": true,
		"max_turns_reached":   true, "message_pdf_reads": false, "output_limit_note": true, "progress_reminder_sent": true,
		"project_doc_reads":   false,
		"projects_thread_ask": true, "prompt_as_file": true, "prompt_render_point": true, "secondary_reminder_sent": true,
		"session_cron_carry": true,
		"structured_output":  true, "task_reminder": true, "teammate_mailbox": true, "teammate_shutdown_batch": true,
		"thinking_drop":     true,
		"thinking_stripped": true, "todo_reminder": true, "tool_host_result_lines": true, "tool_offer_record": true,
		"tool_results_cut":      true,
		"whole_texts_withdrawn": true, "withheld_memory": true,
	}
})

// besides lists the records that are not part of the conversation, whatever they contain: Claude Code 2.1.332 does not
// send them. This was found by experiment, or from the program's own list for records that only store its state (a
// title, a cost, a color).
var besides = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"agent-color": true, "agent-name": true, "agent-setting": true, "ai-title": true, "api-request": true,
		"api-request-blob":    true,
		"api-request-resumed": true, "api-request-shape": true, "artifact-autoreact-ledger": true,
		"artifact-comment-monitor": true, "atis-latch": true,
		"attribution-snapshot": true, "bridge-session": true, "content-replacement": true, "continued-in": true,
		"cost-state": true, "custom-title": true,
		"data-flow-incomplete": true, "data-flow-records": true, "derived-from": true, "dev-mods": true,
		"ended-by-model":     true,
		"file-history-delta": true, "file-history-snapshot": true, "fork-context-ref": true, "frame-link": true,
		"history-suppression": true,
		"host-row":            true, "hybrid-organization": true, "isolation-latch": true, "last-prompt": true,
		"memory-mode":  true,
		"mode":         true,
		"observer-ref": true, "permission-mode": true, "pr-link": true, "progress": true, "queue-operation": true,
		"relocated": true, "repl-mode": true,
		"resume-head-vouch": true, "session-owner": true, "summary": true, "tag": true, "tools-used": true,
		"worktree-state": true,
	}
})

// shownToUser lists the system notices, by subtype, that the CLI shows to its user but not to its model.
var shownToUser = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"account_memory_saved": true, "agents_killed": true, "api_error": true, "away_summary": true, "bridge_status": true,
		"compact_boundary": true,
		"error":            true, "feedback_draft_queued": true, "file_snapshot": true, "informational": true, "init": true,
		"instruction_size_warning": true,
		"late_allow_not_run":       true, "memory_recall": true, "memory_saved": true, "microcompact_boundary": true,
		"model_consent_fallback": true,
		"model_fallback":         true, "model_refusal_fallback": true, "model_refusal_no_fallback": true,
		"notification":            true,
		"peer_message_hold":       true,
		"per_turn_effort_changed": true, "permission_denied": true, "permission_retry": true, "plugin_install": true,
		"post_turn_summary": true,
		"read_divider":      true, "rewind_stand_in": true, "scheduled_task_fire": true, "session_writes_lost": true,
		"status":            true,
		"stop_hook_summary": true, "task_notification": true, "task_progress": true, "task_started": true,
		"task_summary": true, "task_updated": true,
		"thinking": true, "thinking_tokens": true, "tool_host_result": true, "turn_duration": true, "turn_handoff": true,
		"turn_preempted":     true,
		"ultrareview_launch": true, "voice_call_talk": true,
	}
})
