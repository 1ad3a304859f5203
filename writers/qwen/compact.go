package qwen

import (
	"slices"

	"stead/adapters/qwen"
	"stead/timeline"
)

// compact writes the summary that replaced the history before it, in the CLI's own form: a history that replaces all
// earlier records. It repeats the entries that stay next to the summary. Unlike in the CLI's own form, the model does
// not acknowledge the summary, because the CLI would merge the model's next text with the acknowledgement when it sends
// them.
func (c *conversation) compact(entry *timeline.Entry) error {
	history := [][]byte{content("user", [][]byte{textPart(entry.Content, false)})}
	kept, missing := c.memory.kept(entry.Compaction.Keeps)
	for range missing {
		c.Lose("entry that a compaction keeps",
			"it lies too far back, or is a result without its call: the model gets the summary without it")
	}
	return c.out.record(entry, qwen.TypeSystem, qwen.TypeSystem, func(o *timeline.Object) {
		o.String("subtype", qwen.Compression)
		o.Append("systemPayload", func(dst []byte) []byte {
			p := timeline.NewObject(dst)
			p.String("originator", qwen.Originator)
			p.Append("info", func(dst []byte) []byte { return appendInfo(dst, entry.Compaction.Trigger) })
			p.Append("compressedHistory", func(dst []byte) []byte {
				if entry.Compaction.KeepsFirst {
					return timeline.AppendArray(dst, slices.Concat(kept, history))
				}
				return timeline.AppendArray(dst, slices.Concat(history, kept))
			})
			return p.End()
		})
	})
}

// compressed is the status of a successful compression.
const compressed = 1

func appendInfo(dst []byte, trigger string) []byte {
	if trigger != "manual" {
		trigger = "auto"
	}
	o := timeline.NewObject(dst)
	o.Int("originalTokenCount", 0)
	o.Int("newTokenCount", 0)
	o.Int("compressionStatus", compressed)
	o.String("triggerReason", trigger)
	return o.End()
}

func content(role string, parts [][]byte) []byte {
	o := timeline.NewObject(nil)
	o.String("role", role)
	o.Append("parts", func(dst []byte) []byte { return timeline.AppendArray(dst, parts) })
	return o.End()
}
