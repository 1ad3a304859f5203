package codex

import (
	"slices"

	format "stead/adapters/codex"
	"stead/timeline"
)

// compaction writes a summary so that the model receives the summary, the kept entries and what follows, while the
// terminal draws everything: the earlier lines stay in the file.
func (c *conversation) compaction(e *timeline.Entry, timestamp string) {
	c.turns.answer(timestamp)
	c.calls.abandon()
	kept, missing := c.memory.kept(e.Compaction.Keeps)
	for range missing {
		c.out.lose("entry that a compaction keeps",
			"it lies too far back, or is a call without its result: the model gets the summary without it")
	}
	c.out.line(format.Compacted, timestamp, func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.Text("message", e.Content)
			o.Append("replacement_history", func(dst []byte) []byte { return appendReplacement(dst, kept, e) })
		})
	})
	c.turns.item(timestamp, "ContextCompaction", c.out.itemID(), func(*timeline.Object) {})
	c.out.report.Entries++
}

// appendReplacement appends the history up to a compaction as the model receives it. Codex itself puts the summary
// after the kept prompts. If answers and calls are kept as well, they are the newest part and follow the summary of
// what came before them. A prompt stays with its answer, so the summary precedes both.
func appendReplacement(dst []byte, kept []foundItem, e *timeline.Entry) []byte {
	message := timeline.AppendObject(nil, func(o *timeline.Object) {
		messageMembers(o, "user", "input_text", e.Content, nil)
	})
	first := slices.IndexFunc(kept, func(f foundItem) bool { return !f.isPrompt })
	if first < 0 || e.Compaction.KeepsFirst {
		first = len(kept)
	}
	for first > 0 && first < len(kept) && kept[first-1].rank == kept[first].rank-1 {
		first--
	}
	dst = append(dst, '[')
	for _, f := range kept[:first] {
		dst = append(appendComma(dst), f.json...)
	}
	dst = append(appendComma(dst), message...)
	for _, f := range kept[first:] {
		dst = append(appendComma(dst), f.json...)
	}
	return append(dst, ']')
}
