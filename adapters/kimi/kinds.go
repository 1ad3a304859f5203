package kimi

import (
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The types of records are a closed list: those that [Record.IsKnown] and the readers look at, and these. They are all
// that the bundle of kimi-code 2.1.0 declares as durable, and what it still takes of older protocols. Any other type is
// one that stead does not know.

// anew are the records by which the CLI tells its model something that every CLI tells in its own words (read in the
// bundle of kimi-code 2.1.0).
var anew = map[string]timeline.OriginKind{
	ProfileBind: timeline.Instructions, "config.update": timeline.Instructions,
	"plan_mode.enter": timeline.Mode, "swarm_mode.enter": timeline.Mode, "tower_mode.enter": timeline.Mode,
	"permission.set_mode":      timeline.Mode,
	"tools.register_user_tool": timeline.Catalog, "mcp.tools_discovered": timeline.Catalog,
	"llm.tools_snapshot": timeline.Catalog,
}

// untold are those that tell the model nothing: what they say stands in a message, too, or is for the screen and the
// accounts. A list of tasks is told only ten answers later, and a scheduled prompt when its time has come (both read in
// the bundle of kimi-code 2.1.0).
var untold = lazy.Table(true,
	Metadata, Clear, Undo, Switched, TurnPrompt, TurnEnded, Retrying, Request, BeginCompaction, Spawned, RuntimeBinding,
	InteractionRequest, InteractionResolved,
	"context.undone", "context.spliced", "context.update_token_count", "micro_compaction.apply", goalClear, forked, waited,
	"goal.account_usage", "goal.continuation", "goal.updated",
	"cron.add", "cron.cursor", "cron.delete", "environment.set_binding", "file_history.checkpoint", "file_history.tracked",
	"full_compaction.cancel", "full_compaction.complete", "interruptionReminder.recorded",
	"permission.record_approval_result",
	"plan.revision", "plan_mode.cancel", "plan_mode.exit", "swarm_mode.exit", "tower_mode.exit",
	"prompt.accepted", "prompt.aborted", "prompt.completed", "prompt.steered", "staleGuard.recorded", "staleGuard.cleared",
	"subagent.started", "subagent.completed", "subagent.failed", "subagent.cancelled",
	"token_counting.measured", "token_counting.rebased", "token_counting.truncated", "token_counting.turn_recorded",
	"tools.reset_active_tools", "tools.set_active_tools", "tools.unregister_user_tool", "tools.update_store",
	"turn.cancel", "turn.steer", "turn.step.interrupted", "usage.record",
	"agent.message.appended", "agent.turn.started", "agent.turn.ended",
)

// IsUntold reports whether the record tells the model nothing. Those of the kind "event" repeat a turn for viewers,
// whatever their type; older versions named them "human." and more.
func (r Record) IsUntold() bool {
	name := inner(r.Type)
	return untold()[string(name)] || r.Kind.Is("event") || len(name) > len(human) && string(name[:len(human)]) == human
}

const human = "human."

// ToldAnew says what the record tells that every CLI tells in its own words. It is empty for nothing.
func (r Record) ToldAnew() timeline.OriginKind { return anew[string(inner(r.Type))] }

// inner is what stands between the quotes of a string.
func inner(v jsonl.Value) []byte {
	if !v.IsString() {
		return nil
	}
	return v[1 : len(v)-1]
}
