package recordtree

// links finds out whether the records' links form a tree. Other programs write some formats without links: each record
// is a root, or follows the first one. Then only the order of the file counts.
type links struct {
	first int32 // the first record of the tree
	// count counts the others, onFirst those of them that name the first one.
	count, onFirst int
	// replies counts those of them without a request, prompts the others.
	replies, prompts int
	// roots are the records after the first one that follow none. A reply among them is a sign that the links are missing.
	roots     []adopted
	isMissing bool
	firstID   uint64
	others    []adopted
}

// adopted is a line, and the record of the tree before it.
type adopted struct{ line, previous int32 }

// fewest is how many records must follow the first one, and nothing else, before the links count as meaningless.
const fewest = 3

func (l *links) see(line, previous int32, m *mark) {
	if previous == 0 {
		l.first, l.firstID = line, m.id
		return
	}
	l.count++
	if m.isReply {
		l.replies++
	} else {
		l.prompts++
	}
	switch {
	case m.isRoot:
		l.roots = append(l.roots, adopted{line, previous})
		l.isMissing = l.isMissing || m.isReply
	case m.parent == l.firstID && l.firstID != 0:
		l.onFirst++
	}
	if l.onFirst == l.count && m.parent == l.firstID {
		l.others = append(l.others, adopted{line, previous})
	} else {
		l.others = nil
	}
}

// broken returns the records whose links are meaningless.
func (l *links) broken() []adopted {
	switch {
	case l.isMissing:
		return l.roots
	case l.count >= fewest && l.onFirst == l.count && l.replies > 1 && l.prompts > 0:
		return l.others
	}
	return nil
}

// mend makes records with a meaningless link follow the record before them in the file.
func (g *growing) mend() {
	broken := g.links.broken()
	for _, a := range broken {
		g.setParent(a.line, a.previous)
	}
	if len(broken) > 0 {
		g.unlinked, g.loose = broken[0].line, broken[len(broken)-1].line
	}
}
