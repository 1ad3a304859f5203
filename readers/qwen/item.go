package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// kind is what a record is for the timeline.
type kind uint8

const (
	other kind = iota // kept, but no part of the conversation
	prompt
	response
	results
	summary
	notice // what the CLI tells the model in the user's name: that what ran in the background has ended
	typed  // a slash command, whose text follows
	begun  // what a sub-agent knew when it began
	retold // a history that takes the place of what was before, without a summary
	strange
)

// kindOf returns a record's kind. Version 0.15 wrote records without a type: their message shows the kind.
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

// item is what becomes an entry. Both passes ask for it, so that the first one's counts are true for the second.
type item struct {
	kind     timeline.EntryType
	isShown  bool
	texts    []jsonl.Value
	thoughts []jsonl.Value
	// part is a call or a result.
	part   qwen.Part
	inline []inline
	// origin says where a text comes from that nobody typed. The text is read then, as it stands in a tag.
	origin *timeline.Origin
	text   timeline.Text
	// unknown is the kind of what stead does not know.
	unknown string
	value   jsonl.Value
}

// isPrompt reports whether it is what was asked for.
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

// responseItems are an item for each text and call. What the model thought belongs to the text that follows.
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
