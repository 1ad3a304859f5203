package codex

import (
	format "stead/adapters/codex"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no line of their own in the rollout. There is a writer for each kind of
// entry.
type conversation struct {
	out      *output
	turns    *turns
	memory   *memory
	prompts  *prompts
	contexts *contexts
	answers  *answers
	calls    *calls
	branches writers.Branches // the abandoned branches that are not in the restored lines
}

func newConversation(out *output, plan writers.Plan) *conversation {
	t := &turns{out: out, thread: plan.ID, newID: plan.NewID}
	m, dir := &memory{}, folderOf(plan)
	a := &answers{out: out, turns: t, memory: m}
	s := &calls{out: out, turns: t, memory: m, folder: dir, source: plan.Stream.Header.Source.CLI}
	return &conversation{
		out: out, turns: t, memory: m, answers: a, calls: s,
		prompts:  &prompts{out: out, turns: t, memory: m},
		contexts: &contexts{out: out, turns: t, memory: m, folder: dir, answers: a, calls: s},
	}
}

// write writes an entry that has no line of its own in this rollout.
func (c *conversation) write(e *timeline.Entry) {
	if e.Branch != "" {
		c.branches.Note(e)
		return
	}
	if e.Hidden {
		c.hidden(e)
		return
	}
	timestamp := c.out.plan.Stamp(e.Timestamp)
	if e.Type == timeline.User {
		c.user(e, timestamp)
		return
	}
	c.prompts.send()
	switch e.Type {
	case timeline.Assistant:
		c.answers.hold(e, timestamp)
	case timeline.ToolCall:
		c.answers.settle(format.Commentary)
		c.calls.call(e, timestamp)
	case timeline.ToolResult:
		c.answers.settle(format.Commentary)
		c.calls.result(e, timestamp)
	default:
		c.system(e, timestamp)
	}
}

// finish writes held entries, and closes the turn of converted entries. It leaves a turn that consists only of restored
// lines as its CLI left it.
func (c *conversation) finish() {
	c.prompts.send()
	c.answers.settle(format.FinalAnswer)
	if !c.turns.open.restored {
		c.calls.endTurn()
	}
}

// user writes the user's request, and the context that accompanies it.
func (c *conversation) user(e *timeline.Entry, timestamp string) {
	if c.prompts.held != nil && isMention(e) {
		c.prompts.join(e)
		return
	}
	c.prompts.send()
	if e.IsContext() {
		c.contexts.write(e, timestamp)
		return
	}
	c.answers.settle(format.FinalAnswer)
	if c.turns.open.answered {
		c.calls.endTurn()
	}
	c.prompts.hold(e, timestamp)
}

// hidden evaluates what a hidden entry says about the turn. Otherwise the entry is not delivered, because it concerns
// only the CLI that wrote it. Codex's own encrypted reasoning is an exception, because its model can read it.
func (c *conversation) hidden(e *timeline.Entry) {
	c.memory.hidden(e.ID)
	if isInterruption(e) {
		c.prompts.send()
		c.answers.settle(format.Commentary)
		c.calls.abortTurn()
	}
	if own := ownReasoning(e); own != nil {
		c.prompts.send()
		c.answers.settle(format.Commentary)
		c.answers.reasoning(e, own, c.out.plan.Stamp(e.Timestamp))
	}
}

// isInterruption reports whether an entry marks the point where the user stopped the model. Claude Code has a text for
// it.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Content.HasPrefix("[Request interrupted by user")
}

// system writes a visible system entry. Codex has a form only for summaries.
func (c *conversation) system(e *timeline.Entry, timestamp string) {
	if e.Compaction != nil {
		c.answers.settle(format.FinalAnswer)
		c.compaction(e, timestamp)
		return
	}
	if !e.Content.IsBlank() {
		c.out.report.Losses.Item(writers.Texts, e.Content.Characters(), "system message",
			"Codex sends its own instructions to the model and none of another CLI")
	}
}
