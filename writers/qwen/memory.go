package qwen

// maxMemory is the maximum size in bytes of the written parts that are held for a compaction that may keep them, so
// that memory does not grow with the session.
const maxMemory = 4 << 20

// memory holds the newest parts of messages.
type memory struct {
	forks *forks
	items []remembered
	size  int
}

// remembered holds the parts of an entry. For a call and its result, call is the id of the call's entry.
type remembered struct {
	entry, call, role string
	parts             [][]byte
}

// add stores the parts of an entry of the last or the next record.
func (m *memory) add(item remembered) {
	m.forks.note(item.entry)
	m.items = append(m.items, item)
	m.size += item.length()
	for m.size > maxMemory {
		m.size -= m.items[0].length()
		m.items = m.items[1:]
	}
}

func (r remembered) length() int {
	n := 0
	for _, part := range r.parts {
		n += len(part)
	}
	return n
}

// kept returns the messages of the given entries, and the number of entries that the memory does not hold.
func (m *memory) kept(entries []string) (contents [][]byte, missing int) {
	wanted, called := map[string]bool{}, map[string]bool{}
	for _, entry := range entries {
		wanted[entry] = true
	}
	missing = len(wanted)
	var last remembered
	end := func() {
		if len(last.parts) > 0 {
			contents = append(contents, content(last.role, last.parts))
		}
		last = remembered{}
	}
	for _, item := range m.items {
		if !wanted[item.entry] || item.call != "" && item.call != item.entry && !called[item.call] {
			continue
		}
		called[item.call] = true
		missing--
		if item.role != "model" || last.role != "model" {
			end()
		}
		last.role, last.parts = item.role, append(last.parts, item.parts...)
	}
	end()
	return contents, missing
}
