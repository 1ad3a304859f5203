package kimi

import (
	"hash/maphash"

	format "stead/adapters/kimi"
	"stead/timeline"
)

// marks maps entries to their lines, since the last compaction. The next compaction may keep these entries.
type marks struct {
	seed  maphash.Seed
	lines map[uint64]mark
}

type mark struct {
	line     int32
	isPrompt bool
}

func newMarks() *marks { return &marks{seed: maphash.MakeSeed(), lines: map[uint64]mark{}} }

func (m *marks) add(e *timeline.Entry, line int) {
	m.lines[maphash.String(m.seed, e.ID)] = mark{int32(line), e.Type == timeline.User && !e.IsContext()}
}

// kept returns the first line of the entries that a compaction keeps, or 0 if there is none. It forgets all other
// entries. Prompts counts the kept entries that are prompts, missing those that were not written since the last
// compaction.
func (m *marks) kept(ids []string) (first, prompts, missing int) {
	kept := map[uint64]mark{}
	for _, id := range ids {
		hash := maphash.String(m.seed, id)
		found, ok := m.lines[hash]
		if !ok {
			missing++
			continue
		}
		kept[hash] = found
		if first == 0 || int(found.line) < first {
			first = int(found.line)
		}
		if found.isPrompt {
			prompts++
		}
	}
	m.lines = kept
	return first, prompts, missing
}

// System writes a summary in a form in which the model gets the summary and what follows it, while the terminal
// displays everything: the earlier lines stay in the file. If only prompts stay, the CLI's own form expresses that.
// Otherwise the summary precedes everything from the first remaining entry onward.
func (c *conversation) System(e *timeline.Entry) error {
	c.turns.end("completed")
	time := c.out.stamp(e.Timestamp)
	first, prompts, missing := c.marks.kept(e.Compaction.Keeps)
	for range missing {
		c.Lose("entry that a compaction keeps", "it lies before an earlier compaction: the model gets the summary without it")
	}
	replaced := c.out.history.Len()
	// the terminal displays a compaction because of this record
	c.out.record(format.BeginCompaction, time, func(o *timeline.Object) { o.String("source", triggerOf(e.Compaction)) })
	c.out.record(format.ApplyCompaction, time, func(o *timeline.Object) {
		o.Text("summary", e.Content)
		if prompts > 0 && prompts == len(c.marks.lines) {
			o.Int("compactedCount", int64(replaced))
			o.Int("keptUserMessageCount", int64(prompts))
			return
		}
		if first > 0 {
			replaced = c.out.history.Before(first)
		}
		o.Int("compactedCount", int64(replaced))
		o.Bool("legacyTail", true)
	})
	c.out.record("full_compaction.complete", time, func(*timeline.Object) {})
	return nil
}

// triggerOf returns the CLI's word for the trigger of a compaction.
func triggerOf(c *timeline.Compaction) string {
	if c.Trigger == "manual" {
		return c.Trigger
	}
	return "auto"
}
