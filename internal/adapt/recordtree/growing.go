package recordtree

// growing is the index while the first pass adds to it, with the tables that only the first pass needs.
type growing struct {
	index
	ids     map[uint64]int32 // a record's line
	calls   map[uint64]int32 // a call's line
	waiting []waiting
	kept    []link
	// announces and completes are the lines of pairs.
	announces, completes map[int32]Pair
	changes              changes
	// replacements is the line that replaced a line.
	replacements map[int32]int32
	last, leaf   int32
	goes         uint64
	gone         int32 // the line with that mark
	goesBack     bool
	links        links
	passed       map[uint64]bool // the records beside the tree
	cut          int32           // the last line that is not a record
	messages     messages
}

// waiting is a line whose parent had not come yet.
type waiting struct {
	line, previous int32
	id             uint64
	isCall         bool
	mayBeGone      bool
	endsAtGap      bool
}

// link is a record that another one names.
type link struct {
	line int32
	id   uint64
}

func newGrowing() *growing {
	g := &growing{
		index: index{
			branches: map[int32]int{}, keptFrom: map[int32]int32{},
			wanted: map[Key]bool{}, holes: map[int32]bool{}, edits: map[int32]int32{}, keptBeside: map[int32][]int32{},
		},
		ids: map[uint64]int32{}, calls: map[uint64]int32{}, replacements: map[int32]int32{},
		announces: map[int32]Pair{}, completes: map[int32]Pair{}, passed: map[uint64]bool{},
	}
	g.messages.nodes, g.messages.about = &g.nodes, &g.about
	return g
}

func (g *growing) add(m *mark) {
	line := g.nodes.add(node{shown: uint16(min(m.shown, 1<<16-1))}, m.offset)
	if m.isReply {
		g.nodes.at(line).flags |= isReply
	}
	if m.goes != 0 || m.goesBack {
		g.goesBack = m.goesBack || g.goesBack && m.goes == g.goes
		g.goes, g.gone = m.goes, line
	}
	if m.place == Beside {
		g.addBeside(line, m)
		return
	}
	g.nodes.at(line).flags |= inTree
	if first, ok := g.ids[m.id]; ok && m.id != 0 && m.isFragment {
		g.nodes.at(line).flags |= isFragment
		g.setParent(line, first)
		return
	}
	g.goesBack = false
	g.links.see(line, g.last, m)
	g.link(line, m)
	g.pair(line, m)
	g.name(line, m)
	g.last = line
	if m.place == Leaf {
		g.leaf = line
		g.nodes.at(line).flags |= goesOn
	}
	g.noteKept(line, m)
	if m.announces != 0 {
		g.announces[line] = m.announces
	}
	if m.completes != 0 {
		g.completes[line] = m.completes
	}
	if isLoose := g.changes.note(line, m); isLoose {
		g.loose = line // what it changes may precede the part that is read again
	}
}

func (g *growing) addBeside(line int32, m *mark) {
	if m.isCut {
		g.cut = line
	}
	if m.id != 0 {
		g.passed[m.id] = true
	}
	if m.parent != 0 {
		g.link(line, m)
	}
	g.pair(line, m)
}

// noteKept records what a compaction keeps.
func (g *growing) noteKept(line int32, m *mark) {
	for _, key := range m.kept {
		g.wanted[key] = true
	}
	for _, id := range m.keptBeside {
		if kept, ok := g.ids[id]; ok {
			g.nodes.at(kept).flags |= isKept
			g.keptBeside[line] = append(g.keptBeside[line], kept)
		}
	}
	if m.keptFrom != 0 {
		g.kept = append(g.kept, link{line, m.keptFrom})
	} else if first := int32(m.keptLine); first > 0 && first < line {
		g.keep(line, first)
	}
}

// link sets the line's parent.
func (g *growing) link(line int32, m *mark) {
	parent, isKnown := g.ids[m.parent]
	switch {
	case m.isRoot:
	case m.parent == 0:
		g.setParent(line, g.last)
	case isKnown:
		g.setParent(line, parent)
	default:
		g.waiting = append(g.waiting, waiting{line: line, previous: g.last, id: m.parent, mayBeGone: m.mayBeGone ||
			g.cut > g.last, endsAtGap: m.endsAtGap})
	}
}

func (g *growing) setParent(line, parent int32) { g.nodes.at(line).parent = parent }

// pair adds the line to its message, and finds the calls that it answers.
func (g *growing) pair(line int32, m *mark) {
	if m.message.isPart {
		g.waiting = append(g.waiting, g.messages.join(line, m.message)...)
	}
	for _, id := range m.message.calls {
		g.calls[id] = line
	}
	for _, id := range m.answers {
		g.nodes.at(line).flags |= isAnswer
		g.messages.answered(id, line)
		if call, ok := g.calls[id]; ok {
			g.nodes.at(line).owner = call
		} else {
			g.waiting = append(g.waiting, waiting{line: line, id: id, isCall: true})
		}
	}
}

func (g *growing) name(line int32, m *mark) {
	if m.id == 0 {
		return
	}
	if earlier, ok := g.ids[m.id]; ok {
		g.nodes.replace(earlier)
		g.replacements[earlier] = line
	}
	g.ids[m.id] = line
}

// finish turns the tables into the index.
func (g *growing) finish() *index {
	g.messages.close()
	g.resolve()
	g.mend()
	g.complete()
	g.countChildren()
	leaf := g.activeLeaf()
	g.cutRings(leaf)
	g.activate(leaf)
	g.findBranches()
	x := g.index // a copy, so that the tables can be freed
	return &x
}

// resolve sets the links to records that came later. A record whose parent never came mostly follows the record before
// it, so that a damaged line does not remove everything that was said before.
func (g *growing) resolve() {
	for _, w := range g.waiting {
		if w.isCall {
			if call, ok := g.calls[w.id]; ok {
				g.nodes.at(w.line).owner = call
			}
		} else if parent, ok := g.ids[w.id]; ok {
			g.setParent(w.line, parent)
		} else {
			g.bridge(w)
		}
	}
	if g.goesBack {
		g.loose = max(g.loose, g.gone)
	}
	for _, e := range append(g.changes.named, link{g.gone, g.goes}) {
		if _, ok := g.ids[e.id]; !ok && e.id != 0 {
			g.loose = max(g.loose, e.line)
		}
	}
	for _, k := range g.kept {
		if first, ok := g.ids[k.id]; ok && first < k.line {
			g.keep(k.line, first)
		}
	}
}

// bridge makes a line whose parent never came follow the line before it, unless its format says that the conversation
// begins there.
func (g *growing) bridge(w waiting) {
	if !w.endsAtGap {
		g.setParent(w.line, w.previous)
	}
	g.loose = max(g.loose, w.line)
	if !w.mayBeGone && !g.passed[w.id] {
		g.holes[w.line] = true
	}
}

func (g *growing) keep(compaction, first int32) {
	g.nodes.at(first).flags |= isKeptFrom
	g.keptFrom[compaction] = first
}

// complete finds the texts that result from typed input. The typed input is then not an entry of its own.
func (g *growing) complete() {
	for line, pair := range g.completes {
		typed := g.nodes.at(line).parent
		if typed != 0 && g.announces[typed] == pair {
			g.nodes.at(line).flags |= isText
			g.nodes.at(typed).flags |= isTyped
			g.nodes.at(typed).shown = 0
		}
	}
}
