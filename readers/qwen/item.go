package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// kind is the role of a record in the timeline.
type kind uint8

const (
	other kind = iota // kept, but not part of the conversation
	prompt
	response
	results
	summary
	notice // a text that the CLI sends in the user's name: a background task has ended
	typed  // a slash command, whose text follows
	begun  // the history that a sub-agent started with
	retold // a history that replaces everything before it, without a summary
	strange
)

// kindOf returns a record's kind. Version 0.15 wrote records without a type: the message determines their kind.
func kindOf(r *qwen.Record) kind {
	switch {
	case r.Unknown() != "":
		return strange
	case r.Type.Is(qwen.TypeUser):
		return kindOfUser(r.Subtype.String())
	case r.Type.Is(qwen.TypeAssistant) && !r.Subtype.Is(qwen.Spoken):
		return response
	case r.Type.Is(qwen.TypeToolResult):
		return results
	case r.Kept() != nil && summaryOf(r) != nil:
		return summary
	case r.Kept().IsArray():
		return retold
	case r.Begun() != nil:
		return begun
	case r.Announced() != nil:
		return typed
	case r.Type != nil || r.Message == nil:
		return other
	case r.Message.Get("role").Is("model"):
		return response
	}
	for _, part := range qwen.Parts(r.Message) {
		if part.Response != nil {
			return results
		}
	}
	return prompt
}

func kindOfUser(subtype string) kind {
	switch subtype {
	case "", qwen.MidTurn, qwen.Cron, qwen.LaunchPrompt:
		return prompt
	case qwen.Spoken:
		return other
	}
	return notice
}

// item is the content of an entry. Both passes call itemsOf, so the counts of the first pass are valid for the second.
type item struct {
	kind     timeline.EntryType
	isShown  bool
	texts    []jsonl.Value
	thoughts []jsonl.Value
	// part is a call or a result.
	part   qwen.Part
	inline []inline
	// origin says where a text comes from that the user did not type. In this case, text is already parsed, without its
	// tag.
	origin *timeline.Origin
	text   timeline.Text
	// unknown is the kind of content that stead does not know.
	unknown string
	value   jsonl.Value
}

// isPrompt reports whether the item is the user's request.
func (i *item) isPrompt() bool {
	return i.kind == timeline.User && i.isShown && (i.origin == nil || i.origin.Kind == timeline.Command)
}

// inline is a picture or another file.
type inline struct {
	data      jsonl.Value
	isLeading bool
}

func itemsOf(r *qwen.Record) []item {
	parts := qwen.Parts(r.Message)
	switch kindOf(r) {
	case prompt:
		return append(promptItems(r, parts), unknownItems(parts)...)
	case response:
		return append(responseItems(parts), unknownItems(parts)...)
	case results:
		return slices.Concat(resultItems(parts), unknownItems(parts), stateItems(r))
	case summary:
		return append([]item{{kind: timeline.System, isShown: true}}, shownAgain(r)...)
	case notice:
		return append(noticeItems(parts), unknownItems(parts)...)
	case begun:
		return retoldItems(r.Begun())
	case retold:
		return retoldItems(r.Kept())
	case strange:
		return []item{unknownItem(r.Unknown(), r.Whole)}
	case typed:
		return []item{{kind: timeline.System, origin: announced(r), text: timeline.RawText(r.Announced())}}
	}
	return nil
}

// responseItems returns an item for each text and call. Thinking belongs to the text that follows it.
func responseItems(parts []qwen.Part) []item {
	var items []item
	var thoughts []jsonl.Value
	think := func() {
		if len(thoughts) > 0 {
			items = append(items, item{kind: timeline.Assistant, isShown: true, thoughts: thoughts})
			thoughts = nil
		}
	}
	for _, part := range parts {
		switch {
		case part.Call.IsObject():
			think()
			items = append(items, item{kind: timeline.ToolCall, isShown: true, part: part})
		case len(part.Text) <= len(`""`):
		case part.IsThought:
			thoughts = append(thoughts, part.Text)
		default:
			items = append(items, item{kind: timeline.Assistant, isShown: true, texts: []jsonl.Value{part.Text},
				thoughts: thoughts})
			thoughts = nil
		}
	}
	think()
	return items
}
