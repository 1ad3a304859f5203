package recordtree

// newest returns the line that finally replaced the given line. Only a later line can replace a line.
func (g *growing) newest(line int32) int32 {
	for {
		now, ok := g.replacements[line]
		if !ok {
			return line
		}
		line = now
	}
}

// activeLeaf returns the line from which the conversation continues. That is the line that a mark names, if no record
// follows it. Otherwise it is the last possible line, except one that has its answer earlier in the file.
func (g *growing) activeLeaf() int32 {
	line, ok := g.ids[g.goes]
	switch {
	case g.goesBack && g.goes == 0:
		return 0
	case ok && g.goes != 0 && (g.goesBack || g.nodes.at(line).flags&hasChild == 0):
		return line
	}
	last := g.newest(g.leaf)
	for line := last; line > 0; line-- {
		if g.nodes.at(line).flags&(goesOn|isGoneOn|isReplaced) == goesOn {
			return line
		}
	}
	return last
}

// activate marks the active conversation: the path from the leaf to the root, and records that belong to it without
// being on the path. A record may follow the one that it replaced.
func (g *growing) activate(leaf int32) {
	for line := leaf; line != 0 && g.nodes.at(line).flags&isActive == 0; line = g.newest(g.nodes.at(line).parent) {
		g.nodes.at(line).flags |= isActive
		g.speak(line)
	}
	g.activateMessages()
	for line := int32(1); line <= g.nodes.last; line++ {
		n := g.nodes.at(line)
		if n.flags&isFragment != 0 && g.nodes.at(n.parent).flags&isActive != 0 {
			n.flags |= isActive
		}
	}
	g.changes.apply(&g.index, g.ids, g.calls)
}

func (x *index) isActive(line int32) bool { return x.nodes.at(line).flags&isActive != 0 }

// speak marks the message of a line on the path as part of the conversation: the line's own message, or the one that it
// answers.
func (x *index) speak(line int32) {
	n := x.nodes.at(line)
	if n.flags&isAnswer != 0 {
		n = x.nodes.at(n.owner)
	}
	if n.flags&isMessage != 0 {
		x.nodes.at(n.owner).flags |= isSpoken
	}
}

// activateMessages marks what belongs to the conversation beside the path. Parallel calls fork the tree: each result
// follows its own call, and the next response follows only the last one. So the others are found by their message and
// their calls.
func (x *index) activateMessages() {
	for line := int32(1); line <= x.nodes.last; line++ {
		n := x.nodes.at(line)
		if n.flags&isMessage != 0 && x.nodes.at(n.owner).flags&isSpoken != 0 {
			n.flags |= isActive
		}
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		n := x.nodes.at(line)
		if n.flags&isAnswer != 0 && x.nodes.at(n.owner).flags&isActive != 0 {
			n.flags |= isActive
		}
	}
}
