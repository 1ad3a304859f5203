package recordtree

// growing is the index while the first pass adds to it, with the tables that only the first pass needs.
type growing struct {
	index
	ids     map[uint64]int32 // a record's line
	waiting []waiting
	kept    []link
	edited  []link
	// replacements is the line that took a line's place.
	replacements map[int32]int32
	last, leaf   int32
}

// waiting is a line whose parent had not come yet.
type waiting struct {
	line, previous int32
	id             uint64
}

// link is a record that another one names.
type link struct {
	line int32
	id   uint64
}

func newGrowing() *growing {
	return &growing{
		index: index{
			after: map[int32][]int32{}, branches: map[int32]int{}, keptFrom: map[int32]int32{},
			wanted: map[Key]bool{}, edits: map[int32]int32{},
		},
		ids: map[uint64]int32{}, replacements: map[int32]int32{},
	}
}

func (g *growing) add(m *mark) {
	line := g.nodes.add(node{shown: uint16(min(m.shown, 1<<16-1))}, m.offset)
	if m.place == Beside {
		return
	}
	g.nodes.at(line).flags = inTree
	if first, ok := g.ids[m.id]; ok && m.id != 0 && m.isFragment {
		g.nodes.at(line).flags |= isFragment
		g.setParent(line, first)
		return
	}
	g.link(line, m)
	g.name(line, m)
	g.last = line
	if m.place == Leaf {
		g.leaf = line
	}
	for _, key := range m.kept {
		g.wanted[key] = true
	}
	if m.keptFrom != 0 {
		g.kept = append(g.kept, link{line, m.keptFrom})
	} else if first := int32(m.keptLine); first > 0 && first < line {
		g.keep(line, first)
	}
	if m.edits != 0 {
		g.edited = append(g.edited, link{line, m.edits})
	}
}

// link sets what the line follows.
func (g *growing) link(line int32, m *mark) {
	parent, isKnown := g.ids[m.parent]
	switch {
	case m.isRoot:
	case m.parent == 0:
		g.setParent(line, g.last)
	case isKnown:
		g.setParent(line, parent)
	default:
		g.waiting = append(g.waiting, waiting{line: line, previous: g.last, id: m.parent})
	}
}

func (g *growing) setParent(line, parent int32) { g.nodes.at(line).parent = parent }

func (g *growing) name(line int32, m *mark) {
	if m.id == 0 {
		return
	}
	if earlier, ok := g.ids[m.id]; ok {
		g.nodes.at(earlier).flags |= isReplaced
		g.nodes.at(earlier).shown = 0
		g.replacements[earlier] = line
	}
	g.ids[m.id] = line
}

// finish turns what has grown into the index.
func (g *growing) finish() *index {
	g.resolve()
	g.cutRings()
	g.countChildren()
	g.activate()
	g.findBranches()
	g.delay()
	x := g.index // a copy, so that the tables are let go of
	return &x
}

// resolve sets the links to records that came later. One that never came is taken for the record before, so that a line that was
// damaged does not take away all that was said before it.
func (g *growing) resolve() {
	for _, w := range g.waiting {
		if parent, ok := g.ids[w.id]; ok {
			g.setParent(w.line, parent)
		} else {
			g.setParent(w.line, w.previous)
		}
	}
	for _, k := range g.kept {
		if first, ok := g.ids[k.id]; ok && first < k.line {
			g.keep(k.line, first)
		}
	}
}

func (g *growing) keep(compaction, first int32) {
	g.nodes.at(first).flags |= isKeptFrom
	g.keptFrom[compaction] = first
}

// newest returns the line that took the given line's place in the end. A line is replaced only by one behind it.
func (g *growing) newest(line int32) int32 {
	for {
		now, ok := g.replacements[line]
		if !ok {
			return line
		}
		line = now
	}
}

// activate marks the conversation that goes on: the path from the leaf to the root. A record may follow the one whose place it took.
func (g *growing) activate() {
	for line := g.newest(g.leaf); line != 0 && g.nodes.at(line).flags&isActive == 0; line = g.newest(g.nodes.at(line).parent) {
		g.nodes.at(line).flags |= isActive
	}
	for line := int32(1); line <= g.nodes.last; line++ {
		n := g.nodes.at(line)
		if n.flags&isFragment != 0 && g.nodes.at(n.parent).flags&isActive != 0 {
			n.flags |= isActive
		}
	}
	for _, e := range g.edited {
		target, ok := g.ids[e.id]
		if ok && g.nodes.at(e.line).flags&g.nodes.at(target).flags&isActive != 0 {
			g.edits[target] = e.line
		}
	}
}
