package recordtree

// cutRings breaks rings of parents, which only a damaged file has. The ring that contains the leaf, or to which its
// path leads, is cut where the path returns to its beginning, so that all of it is in the conversation.
func (x *index) cutRings(leaf int32) {
	x.cutRing(leaf)
	for line := int32(1); line <= x.nodes.last; line++ {
		x.cutRing(line)
	}
}

// cutRing breaks the ring to which the path from a line leads, if any.
func (x *index) cutRing(first int32) {
	line, last := first, int32(0)
	for line != 0 && x.nodes.at(line).flags&(isWalking|isRingless) == 0 {
		x.nodes.at(line).flags |= isWalking
		line, last = x.nodes.at(line).parent, line
	}
	if line != 0 && x.nodes.at(line).flags&isRingless == 0 {
		x.nodes.at(last).parent = 0
	}
	for at := first; at != 0 && x.nodes.at(at).flags&isRingless == 0; at = x.nodes.at(at).parent {
		x.nodes.at(at).flags |= isRingless
	}
}

func (x *index) countChildren() {
	for line := int32(1); line <= x.nodes.last; line++ {
		parent := x.nodes.at(x.nodes.at(line).parent)
		if x.nodes.at(line).flags&goesOn != 0 {
			parent.flags |= isGoneOn
		}
		if parent.flags&hasChild != 0 {
			parent.flags |= hasChildren
		}
		parent.flags |= hasChild
	}
}

// findBranches numbers the abandoned parts of the tree. A part without visible entries is not a branch.
func (x *index) findBranches() {
	counts, order := map[int32]int{}, []int32(nil)
	for line := int32(1); line <= x.nodes.last; line++ {
		if !x.isAbandoned(line) {
			continue
		}
		first := x.rootOf(line)
		if _, ok := counts[first]; !ok {
			order = append(order, first)
		}
		counts[first] += int(x.nodes.at(line).shown)
	}
	for _, line := range order {
		if counts[line] > 0 {
			x.roots = append(x.roots, root{line: line, shown: counts[line]})
			x.branches[line] = len(x.roots)
		}
	}
}

func (x *index) isAbandoned(line int32) bool {
	return x.nodes.at(line).flags&(inTree|isActive|isReplaced) == inTree
}

// rootOf climbs from an abandoned line to the first line of its branch, and records it for all lines on the way.
func (x *index) rootOf(line int32) int32 {
	first := line
	for x.nodes.at(first).root == 0 {
		parent := x.nodes.at(first).parent
		if parent == 0 || !x.isAbandoned(parent) {
			x.nodes.at(first).root = first
			break
		}
		first = parent
	}
	first = x.nodes.at(first).root
	for at := line; x.nodes.at(at).root == 0; at = x.nodes.at(at).parent {
		x.nodes.at(at).root = first
	}
	return first
}
