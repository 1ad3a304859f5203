package qwen

import (
	"slices"

	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/internal/recordtree"
	"stead/timeline"
)

// summaryOf returns the summary in a history that takes the place of what was before, or nil. The CLI lets the model acknowledge it; a
// history that was made shorter without a summary (/compress-fast) has no such text, and is what was said before.
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

// keptBy returns what goes on beside a summary: calls that wait for their results, files that are shown again, and before 0.20 the newest
// third of the conversation.
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
		for _, part := range qwen.Parts(content) {
			isSummary := first
			first = false
			if !isSummary && !isAcknowledgement(part.Text) {
				kept = append(kept, keptPart(part, said)...)
			}
		}
	}
	return kept
}

func keptPart(part qwen.Part, said timeline.EntryType) []recordtree.Kept {
	switch {
	case part.Call != nil:
		return []recordtree.Kept{{Key: recordtree.KeyOf(timeline.ToolCall, part.Call.Get("id"))}}
	case part.Response != nil:
		return []recordtree.Kept{{Key: recordtree.KeyOf(timeline.ToolResult, part.Response.Get("id"))}}
	case len(part.Text) > len(`""`) && !part.IsThought:
		return []recordtree.Kept{{Key: recordtree.KeyOf(said, part.Text), Text: timeline.RawText(part.Text)}}
	}
	return nil
}
