package forks

import (
	"cmp"
	"iter"
	"slices"
)

// Tree is a session with all of its descendants.
type Tree struct {
	Node
	// Children are the sessions made from it, the oldest first.
	Children []*Tree
	parent   *Tree
}

// Forest maps the references of sessions to their trees.
type Forest map[string]*Tree

// Grow builds a forest from nodes. A session that occurs only as a parent is included with nothing but its reference.
// If a session has two nodes, the first counts.
func Grow(nodes []Node) Forest {
	f := make(Forest, len(nodes))
	for _, n := range nodes {
		f.Add(n)
	}
	return f
}

// Add adds one more node. It changes nothing if the session's parent or run is already known.
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
		return // tampered log: no session is its own ancestor
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

// Root returns the ancestor of the whole family.
func (t *Tree) Root() *Tree {
	for t.parent != nil {
		t = t.parent
	}
	return t
}

// Roots returns the root of each family, the most recently changed family first.
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

// latest returns the time of the last event in a family, in nanoseconds.
func (t *Tree) latest() int64 {
	last := int64(0)
	for member := range t.All() {
		if !member.Time.IsZero() {
			last = max(last, member.Time.UnixNano())
		}
	}
	return last
}

// All ranges over a session and its descendants, each before its children.
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
