package recordtree

// changes are the records that change others.
type changes struct {
	named   []link  // those that name the record
	results []link  // those that name the call of a result
	recent  []int32 // those that change the records before them
}

// note records what a record changes. It reports whether the changed records may be anywhere before it.
func (c *changes) note(line int32, m *mark) (isLoose bool) {
	if m.edits != 0 {
		c.named = append(c.named, link{line, m.edits})
	}
	for _, call := range m.editsResults {
		c.results = append(c.results, link{line, call})
	}
	if m.editsRecent {
		c.recent = append(c.recent, line)
	}
	return m.editsRecent || len(m.editsResults) > 0
}

// apply finds out which records of the conversation are changed by another one in it. Ids and calls are the lines of
// records and of calls.
func (c *changes) apply(x *index, ids, calls map[uint64]int32) {
	for _, e := range c.named {
		target, ok := ids[e.id]
		if ok && x.nodes.at(e.line).flags&x.nodes.at(target).flags&isActive != 0 {
			x.edits[target] = e.line
		}
	}
	c.applyResults(x, calls)
	for _, by := range c.recent {
		for line := x.nodes.at(by).parent; line != 0 && x.nodes.at(line).flags&isMessage == 0 &&
			x.isActive(by); line = x.nodes.at(line).parent {
			x.edits[line] = by
		}
	}
}

// applyResults finds the records with results that others change, by their calls. If a record has several results, one
// change counts.
func (c *changes) applyResults(x *index, calls map[uint64]int32) {
	by := map[int32]int32{}
	for _, e := range c.results {
		if call, ok := calls[e.id]; ok && x.isActive(e.line) {
			by[call] = e.line
		}
	}
	if len(by) == 0 {
		return
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		n := x.nodes.at(line)
		if edit, ok := by[n.owner]; ok && n.flags&isAnswer != 0 && n.flags&isActive != 0 {
			x.edits[line] = edit
		}
	}
}
