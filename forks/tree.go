package forks

import (
	"cmp"
	"iter"
	"slices"
)

// Tree is a session with all that came of it.
type Tree struct {
	Node
	// Children are what was made of it, the oldest first.
	Children []*Tree
	parent   *Tree
}

// Forest is what came of which, by the sessions' references.
type Forest map[string]*Tree

// Grow joins nodes. A session that they only name as a parent is there too, with nothing known but its reference. Of
// two nodes of one session the first counts.
func Grow(nodes []Node) Forest {
	f := make(Forest, len(nodes))
	for _, n := range nodes {
		f.Add(n)
	}
	return f
}

// Add joins one more node. Of a session whose parent or run is known already nothing changes.
func (f Forest) Add(n Node) {
	if known := f[n.Session]; known != nil && (known.Parent != "" || known.Run != "") {
		return
	}
	t := f.tree(n.Session)
	t.Node = n
	if n.Parent == "" || n.Parent == n.Session {
		return
	}
	parent := f.tree(n.Parent)
	if parent.comesFrom(t) {
		return // the log was tampered with: nobody is their own ancestor
	}
	t.parent, parent.Children = parent, append(parent.Children, t)
}

func (f Forest) tree(session string) *Tree {
	t := f[session]
	if t == nil {
		t = &Tree{Node: Node{Session: session}}
		f[session] = t
	}
	return t
}

func (t *Tree) comesFrom(ancestor *Tree) bool {
	for ; t != nil; t = t.parent {
		if t == ancestor {
			return true
		}
	}
	return false
}

// Root returns the session that all of the family came from.
func (t *Tree) Root() *Tree {
	for t.parent != nil {
		t = t.parent
	}
	return t
}

// Roots returns the families' first sessions, those first in which something happened last.
func (f Forest) Roots() []*Tree {
	var roots []*Tree
	for _, t := range f {
		if t.parent == nil {
			roots = append(roots, t)
		}
	}
	latest := make(map[*Tree]int64, len(roots))
	for _, t := range roots {
		latest[t] = t.latest()
	}
	slices.SortFunc(roots, func(a, b *Tree) int {
		return cmp.Or(cmp.Compare(latest[b], latest[a]), cmp.Compare(a.Session, b.Session))
	})
	return roots
}

// latest is when something happened last in a family, in nanoseconds.
func (t *Tree) latest() int64 {
	last := int64(0)
	for member := range t.All() {
		if !member.Time.IsZero() {
			last = max(last, member.Time.UnixNano())
		}
	}
	return last
}

// All ranges over a session and all that came of it: each before its children.
func (t *Tree) All() iter.Seq[*Tree] {
	return func(yield func(*Tree) bool) {
		open := []*Tree{t}
		for len(open) > 0 {
			next := open[len(open)-1]
			open = open[:len(open)-1]
			if !yield(next) {
				return
			}
			for _, child := range slices.Backward(next.Children) {
				open = append(open, child)
			}
		}
	}
}
