package claude

import (
	"slices"
)

// activate marks the conversation that goes on: the path from the leaf to the root, and what belongs to it without being
// on it. Parallel calls fork the tree: each result follows its own call and only the last one is followed by the next response,
// so the others are found by their message and their calls.
func (x *index) activate(leaf int32) {
	for line := leaf; line != 0 && x.nodes.at(line).flags&isActive == 0; line = x.nodes.at(line).parent {
		n := x.nodes.at(line)
		n.flags |= isActive
		if n.flags&isResponse != 0 {
			x.nodes.at(n.owner).flags |= hasActiveGroup
		}
		if n.flags&hasResults != 0 && n.owner != 0 {
			x.nodes.at(x.nodes.at(n.owner).owner).flags |= hasActiveGroup
		}
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		n := x.nodes.at(line)
		if n.flags&isResponse != 0 && x.nodes.at(n.owner).flags&hasActiveGroup != 0 {
			n.flags |= isActive
		}
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		n := x.nodes.at(line)
		if n.flags&hasResults != 0 && n.owner != 0 && x.nodes.at(n.owner).flags&isActive != 0 {
			n.flags |= isActive
		}
	}
}

// findBranches numbers the parts of the tree that were abandoned. A part in which nothing was said is none.
func (x *index) findBranches() {
	roots := map[int32]int32{} // by line
	var order []int32
	counts := map[int32]int{}
	for line := int32(1); line <= x.nodes.last; line++ {
		if !x.isAbandoned(line) {
			continue
		}
		root := x.rootOf(line, roots)
		if _, ok := counts[root]; !ok {
			order = append(order, root)
		}
		counts[root] += int(x.nodes.at(line).shown)
	}
	numbers := map[int32]int{}
	for _, line := range order {
		if counts[line] > 0 {
			x.roots = append(x.roots, root{line: line, shown: counts[line]})
			numbers[line] = len(x.roots)
		}
	}
	x.branches = make(map[int32]int, len(roots))
	for line, root := range roots {
		if n := numbers[root]; n > 0 {
			x.branches[line] = n
		}
	}
}

// isAbandoned reports whether a record of the tree is not in the conversation. Records without a uuid never are in a tree.
func (x *index) isAbandoned(line int32) bool {
	n := x.nodes.at(line)
	return n.flags&(inTree|isActive|isReplaced|hasNoID) == inTree
}

// rootOf climbs from an abandoned line to the first of its branch, and notes it for all lines on the way.
func (x *index) rootOf(line int32, roots map[int32]int32) int32 {
	root, path := line, []int32{}
	for {
		if known, ok := roots[root]; ok {
			root = known
			break
		}
		path = append(path, root)
		roots[root] = root // ends a cycle of parents
		parent := x.nodes.at(root).parent
		if parent == 0 || !x.isAbandoned(parent) {
			break
		}
		root = parent
	}
	for _, line := range path {
		roots[line] = root
	}
	return root
}

// delay finds the lines that stand before what they follow.
func (x *index) delay() {
	x.after = map[int32][]int32{}
	for line := int32(1); line <= x.nodes.last; line++ {
		if leader := x.leader(line); leader > line || x.nodes.at(leader).flags&isLate != 0 {
			x.nodes.at(line).flags |= isLate
			x.after[leader] = append(x.after[leader], line)
		}
	}
	if len(x.after) > 0 {
		x.freeCycles()
	}
}

// leader returns the line that must be told before this one: its parent, or its call when that stands behind it.
func (x *index) leader(line int32) int32 {
	n := x.nodes.at(line)
	if n.flags&hasResults != 0 && (n.owner > line || x.nodes.at(n.owner).flags&isLate != 0) {
		return n.owner
	}
	return n.parent
}

// freeCycles lets go of lines that wait for each other: of each such ring the first.
func (x *index) freeCycles() {
	reached := map[int32]bool{}
	for line := int32(1); line <= x.nodes.last; line++ {
		if x.nodes.at(line).flags&isLate == 0 && len(x.after[line]) > 0 {
			x.reach(line, reached)
		}
	}
	for line := int32(1); line <= x.nodes.last; line++ {
		if x.nodes.at(line).flags&isLate == 0 || reached[line] {
			continue
		}
		leader := x.leader(line)
		x.after[leader] = slices.DeleteFunc(x.after[leader], func(late int32) bool { return late == line })
		x.nodes.at(line).flags &^= isLate
		x.reach(line, reached)
	}
}

func (x *index) reach(leader int32, reached map[int32]bool) {
	stack := []int32{leader}
	for len(stack) > 0 {
		line := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, next := range x.after[line] {
			if !reached[next] {
				reached[next] = true
				stack = append(stack, next)
			}
		}
	}
}
