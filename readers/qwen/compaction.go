package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// summaryOf returns the summary in a history that replaces everything before it, or nil. In such a history, the CLI
// lets the model acknowledge the summary. A history that was shortened without a summary (/compress-fast) has no
// acknowledgement; it consists of earlier messages.
func summaryOf(r *qwen.Record) jsonl.Value {
	var text jsonl.Value
	isOurs := r.Payload.Get("originator").Is(qwen.Originator)
	n := 0
	for content := range jsonl.Elements(r.Kept()) {
		parts := qwen.Parts(content)
		switch n++; {
		case len(parts) == 0:
			return nil
		case n == 1 && content.Get("role").Is("user") && parts[0].Text.IsString():
			text = parts[0].Text
			if isOurs {
				return text
			}
		case n == 2 && isAcknowledgement(parts[0].Text):
			return text
		default:
			return nil
		}
	}
	return nil
}

func isAcknowledgement(text jsonl.Value) bool {
	return slices.ContainsFunc(qwen.Acknowledgements, text.Is)
}

// summary appends the summary that replaced the history.
func (b *builder) summary() {
	e := b.made.Add(timeline.System, "")
	e.Content = timeline.RawText(summaryOf(&b.record))
	e.Compaction = &timeline.Compaction{Trigger: "auto"}
	if b.record.Payload.Get("info", "triggerReason").Is("manual") {
		e.Compaction.Trigger = "manual"
	}
}

// keptBy returns the content that remains next to a summary: calls that wait for their results, files that the CLI
// shows again, and before 0.20 the newest third of the conversation.
func keptBy(r *qwen.Record) []recordtree.Kept {
	if kindOf(r) != summary {
		return nil
	}
	var kept []recordtree.Kept
	first := true
	for content := range jsonl.Elements(r.Kept()) {
		said := timeline.User
		if content.Get("role").Is("model") {
			said = timeline.Assistant
		}
		parts := qwen.Parts(content)
		if first { // the summary itself
			parts, first = parts[1:], false
		}
		if slices.ContainsFunc(parts, isFile) {
			continue // the CLI shows all of it again
		}
		for _, part := range parts {
			if !isAcknowledgement(part.Text) {
				kept = append(kept, keptPart(part, said)...)
			}
		}
	}
	return kept
}

// shownAgain returns the files that the CLI shows its model again next to a summary. No other record holds them.
func shownAgain(r *qwen.Record) []item {
	var items []item
	isFirst := true
	for content := range jsonl.Elements(r.Kept()) {
		parts := qwen.Parts(content)
		if isFirst { // the content with the summary itself
			parts, isFirst = parts[1:], false
		}
		if slices.ContainsFunc(parts, isFile) {
			items = append(items, contentItems(content, parts)...)
		}
	}
	return items
}

func isFile(part qwen.Part) bool { return part.Inline != nil || part.File != nil }

// retoldItems returns the items of a history that the CLI restores unchanged.
func retoldItems(history jsonl.Value) []item {
	var items []item
	for content := range jsonl.Elements(history) {
		items = append(items, contentItems(content, qwen.Parts(content))...)
	}
	return items
}

func contentItems(content jsonl.Value, parts []qwen.Part) []item {
	items := unknownItems(parts)
	isResult := func(part qwen.Part) bool { return part.Response != nil }
	switch {
	case len(parts) == 1 && isAcknowledgement(parts[0].Text): // the answer to texts that each CLI generates itself
		return nil
	case content.Get("role").Is("model"):
		return append(responseItems(parts), items...)
	case slices.ContainsFunc(parts, isResult):
		return append(resultItems(parts), items...)
	}
	p := parted(parts, true)
	return append(p.items, items...)
}

func keptPart(part qwen.Part, said timeline.EntryType) []recordtree.Kept {
	switch {
	case part.Call != nil:
		text := timeline.Concat(timeline.NewText("Call of "+part.Call.Get("name").String()+": "),
			timeline.NewText(string(part.Call.Get("args"))))
		return []recordtree.Kept{{Key: recordtree.KeyOf(timeline.ToolCall, part.Call.Get("id")), Text: text}}
	case part.Response != nil:
		text := timeline.Concat(timeline.NewText("Result of "+part.Response.Get("name").String()+": "),
			textOfResponse(part.Response))
		return []recordtree.Kept{{Key: recordtree.KeyOf(timeline.ToolResult, part.Response.Get("id")), Text: text}}
	case len(part.Text) > len(`""`) && !part.IsThought:
		return []recordtree.Kept{{Key: recordtree.KeyOf(said, part.Text), Text: timeline.RawText(part.Text)}}
	}
	return nil
}
