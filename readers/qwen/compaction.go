package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// summaryOf returns the summary in a history that takes the place of what was before, or nil. The CLI lets the model
// acknowledge it; a history that was made shorter without a summary (/compress-fast) has no such text, and is what was
// said before.
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

// keptBy returns what goes on beside a summary: calls that wait for their results, files that are shown again, and
// before 0.20 the newest third of the conversation.
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
			continue // all of it is shown again
		}
		for _, part := range parts {
			if !isAcknowledgement(part.Text) {
				kept = append(kept, keptPart(part, said)...)
			}
		}
	}
	return kept
}

// shownAgain is what the CLI shows its model again beside a summary: files, which stand in no record of their own.
func shownAgain(r *qwen.Record) []item {
	var items []item
	isFirst := true
	for content := range jsonl.Elements(r.Kept()) {
		parts := qwen.Parts(content)
		if isFirst { // with the summary itself
			parts, isFirst = parts[1:], false
		}
		if slices.ContainsFunc(parts, isFile) {
			items = append(items, contentItems(content, parts)...)
		}
	}
	return items
}

func isFile(part qwen.Part) bool { return part.Inline != nil || part.File != nil }

// retoldItems are the contents of a history that the CLI takes as it is.
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
	case len(parts) == 1 && isAcknowledgement(parts[0].Text): // of what each CLI tells its model anew
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
