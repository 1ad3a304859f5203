package recordtree

import "slices"

// delay finds the lines that stand before what they follow, or before the call that they answer, and what follows those.
func (x *index) delay() {
	for line := int32(1); line <= x.nodes.last; line++ {
		if leader := x.leader(line); leader > line || x.nodes.at(leader).flags&isLate != 0 {
			x.nodes.at(line).flags |= isLate
			x.after[leader] = append(x.after[leader], line)
		}
	}
	if len(x.after) > 0 {
		x.freeRings()
	}
}

// leader returns the line that must be told before this one: its parent, or its call when that stands behind it.
func (x *index) leader(line int32) int32 {
	n := x.nodes.at(line)
	if n.flags&isAnswer != 0 && (n.owner > line || x.nodes.at(n.owner).flags&isLate != 0) {
		return n.owner
	}
	return n.parent
}

// freeRings lets go of lines that wait for each other, as an answer does that its own call follows: of each such ring the first.
func (x *index) freeRings() {
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

// reach notes the lines that are told once the leader is.
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
