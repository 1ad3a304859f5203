package gemini

import (
	"slices"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// compaction writes a summary in the CLI's own way: a snapshot of the conversation that begins with the summary. The
// lines before it stay in the file.
func (c *conversation) compaction(e *timeline.Entry) {
	kept, missing := c.messages.memory.kept(e.Compaction.Keeps)
	for range missing {
		c.Lose("entry that a compaction keeps", "it lies too far back: the model gets the summary without it")
	}
	c.out.update(func(o *timeline.Object) {
		o.Append("messages", func(dst []byte) []byte {
			summary := [][]byte{timeline.AppendObject(nil, func(o *timeline.Object) {
				c.out.messageMembers(o, e.ID, e.Timestamp, format.User)
				o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, parts(e.Content, nil)) })
			}), timeline.AppendObject(nil, func(o *timeline.Object) {
				c.out.messageMembers(o, "", e.Timestamp, format.Model)
				o.String("content", format.Thanks)
			})}
			if e.Compaction.KeepsFirst {
				return timeline.AppendArray(dst, slices.Concat(kept, summary))
			}
			return timeline.AppendArray(dst, slices.Concat(summary, kept))
		})
		o.String("lastUpdated", c.out.now())
	})
	c.out.report.Entries++
}

// memorySize is the maximum size in bytes of the remembered part of the conversation. A later compaction may keep some
// of it.
const memorySize = 4 << 20

// memory holds the newest messages.
type memory struct {
	items []memoryItem
	size  int
}

// memoryItem is a message with the results of its calls, and the ids of its entries.
type memoryItem struct {
	entries []string
	lines   [][]byte
}

func (i memoryItem) size() (sum int) {
	for _, line := range i.lines {
		sum += len(line)
	}
	return sum
}

func (m *memory) add(lines [][]byte, entries ...string) {
	m.items = append(m.items, memoryItem{entries, lines})
	for m.size += m.items[len(m.items)-1].size(); m.size > memorySize && len(m.items) > 1; m.items = m.items[1:] {
		m.size -= m.items[0].size()
	}
}

// kept returns the messages that hold any of the entries, and the number of entries that the memory does not hold.
func (m *memory) kept(entries []string) (lines [][]byte, missing int) {
	wanted := map[string]bool{}
	for _, entry := range entries {
		wanted[entry] = true
	}
	for _, item := range m.items {
		if slices.ContainsFunc(item.entries, func(entry string) bool { return wanted[entry] }) {
			lines = append(lines, item.lines...)
			for _, entry := range item.entries {
				delete(wanted, entry)
			}
		}
	}
	return lines, len(wanted)
}
