package claude

import (
	"fmt"
	"hash/maphash"
)

// growing is the index while the first pass adds to it, with the tables that only the first pass needs.
type growing struct {
	index
	uuids map[uint64]int32 // a record's line
	// messages tells a message's first line, earlier those of longer ago: a message's records stand near each other, so that
	// those of all time need not be kept.
	messages, earlier map[uint64]int32
	calls             map[uint64]uses
	waiting           []waiting
	leaf              uint64 // by the last last-prompt record
	last              int32  // the last line in the tree
	current           message
}

// uses counts how often a call's id was used.
type uses struct {
	line           int32
	calls, results uint16
}

// waiting is a link to a record that had not come yet.
type waiting struct {
	line, previous int32
	id             uint64
	isCall         bool
}

func newGrowing(seed maphash.Seed) *growing {
	return &growing{
		index: index{seed: seed, suffixes: map[suffixKey]string{}},
		uuids: map[uint64]int32{}, messages: map[uint64]int32{}, calls: map[uint64]uses{},
	}
}

func (g *growing) add(m *mark) {
	line := g.nodes.add(node{shown: m.shown, flags: m.flags}, m.offset)
	if m.leaf != 0 {
		g.leaf = m.leaf
	}
	if m.flags&inTree == 0 {
		return
	}
	g.link(line, m)
	if m.flags&isResponse != 0 {
		g.join(line, m)
	}
	g.pair(line, m)
	for _, id := range m.keeps {
		if kept, ok := g.uuids[id]; ok {
			g.nodes.at(kept).flags |= isRemembered | isKept
		}
	}
	if m.uuid == 0 {
		return // older versions wrote the chunks of a stream without one: they are no part of the tree
	}
	if first, ok := g.uuids[m.uuid]; ok {
		g.replace(first) // the CLI, too, keeps the last one
	}
	g.uuids[m.uuid] = line
	g.last = line
}

// link sets what the line follows. A boundary without any link follows what stands before it; so does a record whose
// parent is missing, as the CLI has it.
func (g *growing) link(line int32, m *mark) {
	switch {
	case m.parent != 0:
		if parent, ok := g.uuids[m.parent]; ok {
			g.setParent(line, parent)
		} else {
			g.waiting = append(g.waiting, waiting{line: line, previous: g.last, id: m.parent})
		}
	case m.flags&isBoundary != 0:
		g.relink(line, g.last)
	}
}

func (g *growing) setParent(line, parent int32) {
	g.nodes.at(line).parent = parent
	if g.nodes.at(parent).flags&hasChild != 0 {
		g.nodes.at(parent).flags |= isRemembered
	}
	g.nodes.at(parent).flags |= hasChild
}

func (g *growing) relink(line, parent int32) {
	if parent == 0 || parent == line {
		return
	}
	g.setParent(line, parent)
	g.nodes.at(parent).flags |= isRemembered
}

func (g *growing) replace(line int32) {
	g.nodes.at(line).flags |= isReplaced
	g.nodes.at(line).shown = 0
}

// pair finds the calls of results, and tells apart calls that have the same id.
func (g *growing) pair(line int32, m *mark) {
	for _, id := range m.calls {
		u := g.calls[id]
		if u.calls == 0 || g.nodes.at(u.line).flags&isReplaced == 0 {
			u.calls++
		}
		u.line = line
		g.calls[id] = u
		g.setSuffix(line, id, u.calls)
	}
	for _, id := range m.results {
		u, ok := g.calls[id]
		if !ok {
			g.waiting = append(g.waiting, waiting{line: line, id: id, isCall: true})
			continue
		}
		u.results++
		g.calls[id] = u
		g.setSuffix(line, id, min(u.calls, u.results))
		if g.nodes.at(line).flags&hasResults != 0 {
			g.nodes.at(line).owner = u.line
		}
	}
}

func (g *growing) setSuffix(line int32, id uint64, use uint16) {
	if use > 1 {
		g.suffixes[suffixKey{line, id}] = fmt.Sprintf("~%d", use)
	}
}

// finish turns what has grown into the index.
func (g *growing) finish() *index {
	g.close()
	g.resolve()
	g.activate(g.activeLeaf())
	g.findBranches()
	g.delay()
	x := g.index // a copy, so that the tables are let go of
	return &x
}

// resolve sets the links to records that came later, and those to records that never came.
func (g *growing) resolve() {
	for _, w := range g.waiting {
		if w.isCall {
			if u, ok := g.calls[w.id]; ok && g.nodes.at(w.line).flags&hasResults != 0 {
				g.nodes.at(w.line).owner = u.line
			}
			continue
		}
		if parent, ok := g.uuids[w.id]; ok {
			g.setParent(w.line, parent)
		} else {
			g.relink(w.line, w.previous)
		}
	}
}

// activeLeaf returns the line where the conversation goes on: the leaf of the last last-prompt record when it is one, else the last
// record of the tree.
func (g *growing) activeLeaf() int32 {
	if line, ok := g.uuids[g.leaf]; ok && g.leaf != 0 && g.nodes.at(line).flags&hasChild == 0 {
		return line
	}
	return g.last
}
