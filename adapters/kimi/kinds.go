package kimi

import (
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The types of records are a closed list: those that [Record.IsKnown] and the readers interpret, and the following.
// Together they are all types that the bundle of kimi-code 2.1.0 declares as durable, and those of older protocols that
// it still accepts. Stead does not know any other type.

// anew maps types of records to what they tell the model. Every CLI tells its model the same in its own words (read in
// the bundle of kimi-code 2.1.0).
var anew = map[string]timeline.OriginKind{
	ProfileBind: timeline.Instructions, "config.update": timeline.Instructions,
	"plan_mode.enter": timeline.Mode, "swarm_mode.enter": timeline.Mode, "tower_mode.enter": timeline.Mode,
	"permission.set_mode":      timeline.Mode,
	"tools.register_user_tool": timeline.Catalog, "mcp.tools_discovered": timeline.Catalog,
	"llm.tools_snapshot": timeline.Catalog,
}

// untold are the types of records that tell the model nothing: their content is also in a message, or it is for the
// screen and the accounting. The model gets a todo list only ten answers later, and a scheduled prompt when its time
// comes (both read in the bundle of kimi-code 2.1.0).
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

// IsUntold reports whether the record tells the model nothing. Records of the kind "event" repeat a turn for viewers,
// whatever their type. Older versions prefixed their types with "human.".
func (r Record) IsUntold() bool {
	name := inner(r.Type)
	return untold()[string(name)] || r.Kind.Is("event") || len(name) > len(human) && string(name[:len(human)]) == human
}

const human = "human."

// ToldAnew returns the kind of the record's content if every CLI tells that content in its own words, and otherwise the
// empty kind.
func (r Record) ToldAnew() timeline.OriginKind { return anew[string(inner(r.Type))] }

// inner returns the bytes between the quotes of a string.
func inner(v jsonl.Value) []byte {
	if !v.IsString() {
		return nil
	}
	return v[1 : len(v)-1]
}
