package kimicli

import (
	"bytes"
	"slices"
)

// memoryLimit is the maximum size in bytes of the remembered part of the context. A compaction may keep some of it.
const memoryLimit = 2 << 20

// memory holds the newest lines of the context. It has a limit, so that it does not grow with the session.
type memory struct {
	lines []remembered
	size  int
}

// remembered is a line with the ids of its entries.
type remembered struct {
	entries []string
	raw     []byte
}

func (m *memory) add(entries []string, line []byte) {
	if len(line) > memoryLimit/8 {
		return
	}
	m.lines = append(m.lines, remembered{entries, bytes.Clone(line)})
	m.size += len(line)
	for m.size > memoryLimit {
		m.size -= len(m.lines[0].raw)
		m.lines = m.lines[1:]
	}
}

// kept returns the lines that hold the entries, in order, and the number of entries that the memory does not hold. It
// forgets all other lines.
func (m *memory) kept(ids []string) (lines []remembered, missing int) {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	for _, line := range m.lines {
		if slices.ContainsFunc(line.entries, func(id string) bool { return wanted[id] }) {
			lines = append(lines, line)
		}
		for _, id := range line.entries {
			delete(wanted, id)
		}
	}
	*m = memory{}
	return lines, len(wanted)
}

// join records that the newest line holds one more entry.
func (m *memory) join(id string) {
	if last := len(m.lines) - 1; last >= 0 {
		m.lines[last].entries = append(m.lines[last].entries, id)
	}
}
