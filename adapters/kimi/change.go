package kimi

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Change is the effect of a record on the model's context: everything that [History] needs of the record, without its
// bodies.
type Change struct {
	Line int
	kind changeKind
	// message is the kind of an appended message.
	message messageKind
	// tells names a record whose content an appended message repeats: the id of a task, or the variant of an injection.
	tells string
	// id is the id of a step or a call.
	id string
	// count is the number of turns that the user undoes, or of messages that a compaction replaces. base is the line to
	// which a switch returns.
	count, base int
	// heads is the number of first prompts among the prompts that a compaction keeps.
	heads int
	// isBlank marks a part without content, isThought a part with thinking, isTail a compaction that keeps the newest
	// messages.
	isBlank, isThought, isTail bool
	// isFailure marks the end of a failed step. isOpen marks an end after which the step stays open until the next record
	// closes it.
	isFailure, isOpen bool
}

type changeKind uint8

const (
	appended changeKind = iota
	stepBegan
	partAdded
	callMade
	callAnswered
	stepEnded
	compacted
	cleared
	undone
	switched
)

type messageKind uint8

const (
	otherMessage messageKind = iota
	promptMessage
	injectedMessage
	summaryMessage
)

// ChangeOf returns the effect that the record of a line has on the context. Ok is false if it has none.
func ChangeOf(line int, r Record) (c Change, ok bool) {
	c.Line = line
	switch r.Type.String() {
	case AppendMessage:
		m := PeekMessage(r.Message)
		c.message, c.tells = kindOf(m), m.Origin.tells()
	case AppendLoopEvent:
		return loopChange(c, r.Event)
	case ApplyCompaction:
		return compactionChange(c, r.Raw), true
	case Clear:
		c.kind = cleared
	case Undo:
		c.kind, c.count = undone, int(r.Raw.Get("count").Int())
	case Switched:
		c.kind, c.base, c.count = switched, int(r.Raw.Get("base", "line").Int()), int(r.Raw.Get("legacyUndoLine").Int())
	default:
		return c, false
	}
	return c, true
}

func kindOf(m Message) messageKind {
	switch {
	case !m.Role.Is("user"):
		return otherMessage
	case m.Origin.IsPrompt():
		return promptMessage
	case m.Origin.IsInjection():
		return injectedMessage
	case m.Origin.IsSummary():
		return summaryMessage
	}
	return otherMessage
}

func loopChange(c Change, event jsonl.Value) (Change, bool) {
	var part, reason jsonl.Value
	var ids [3]string // of the step itself, of a part's step, of a call
	var kind string
	for key, value := range jsonl.Members(event) {
		switch string(key) {
		case "type":
			kind = value.String()
		case "uuid":
			ids[0] = value.String()
		case "stepUuid":
			ids[1] = value.String()
		case "toolCallId":
			ids[2] = value.String()
		case "part":
			part = value
		case "finishReason":
			reason = value
		}
	}
	switch kind {
	case StepBegin:
		c.kind, c.id = stepBegan, ids[0]
	case ContentPart:
		p := PeekPart(part)
		c.kind, c.id, c.isBlank, c.isThought = partAdded, ids[1], isBlank(p), p.Type.Is("think")
	case ToolCall:
		c.kind, c.id = callMade, ids[2]
	case ToolResult:
		c.kind, c.id = callAnswered, ids[2]
	case StepEnd:
		c.kind, c.id, c.isFailure = stepEnded, ids[0], reason.Is("error")
		c.isOpen = c.isFailure || reason.Is("interrupted")
	default:
		return c, false
	}
	return c, true
}

func isBlank(p Part) bool {
	switch p.Type.String() {
	case "text":
		return Text(p.Text).IsBlank()
	case "think":
		return Text(p.Think).IsBlank()
	}
	return false
}

func compactionChange(c Change, r jsonl.Value) Change {
	c.kind, c.count = compacted, -1
	for key, value := range jsonl.Members(r) {
		switch string(key) {
		case "compactedCount":
			c.count = int(value.Int())
		case "count":
			if c.count < 0 {
				c.count = int(value.Int())
			}
		case "keptHeadUserMessageCount":
			c.heads = int(value.Int())
		}
	}
	kept := r.Get("keptUserMessageCount")
	c.isTail = r.Get("legacyTail").Bool() || kept.IsNull()
	if !c.isTail {
		c.count = int(kept.Int())
	}
	return c
}

// Summary returns the text of a compaction: the model's text, without the note that the harness puts around it.
func Summary(compaction jsonl.Value) timeline.Text {
	summary := compaction.Get("summary")
	switch {
	case summary.IsString():
		return timeline.RawText(summary)
	case summary.IsObject(): // versions before 1.0 of the program
		var text strings.Builder
		for part := range jsonl.Elements(summary.Get("content")) {
			text.WriteString(part.Get("text").String())
		}
		return timeline.NewText(text.String())
	}
	return Text(compaction.Get("contextSummary"))
}
