package codex

import (
	"context"
	"io"
	"slices"

	format "stead/internal/format/codex"
	"stead/timeline"
)

// maxBranches is how many abandoned branches get a session of their own: each is another range over the whole.
const maxBranches = 16

// branch notes that the session has an abandoned branch. Only those count of which something would be drawn.
func (n *encoder) branch(e *timeline.Entry) {
	if !e.Hidden && !slices.Contains(n.branches, e.Branch) {
		n.branches = append(n.branches, e.Branch)
	}
}

// encodeBranches writes the abandoned branches, each as a session of its own that says from which one it was forked.
func (n *encoder) encodeBranches(ctx context.Context, create func(id string) (io.Writer, error)) error {
	all := n.plan.Stream.Header.Branches
	for i, name := range n.branches {
		at := slices.IndexFunc(all, func(b timeline.Branch) bool { return b.ID == name })
		if at < 0 || i >= maxBranches || n.plan.Extends != nil || n.plan.Path == "" { // a single file has no place for others
			n.lose("abandoned branch", "Codex keeps one line of conversation: only the active one was written")
			continue
		}
		id, err := format.NewID(n.plan.Now, n.plan.NewID())
		if err != nil {
			return err
		}
		dst, err := create(id)
		if err != nil {
			return err
		}
		plan := n.plan
		plan.ID, plan.Stream.Children, plan.Stream.Cut = id, nil, true
		plan.Stream.Entries = all[at].Along(n.plan.Stream.Entries)
		e := newEncoder(dst, plan)
		e.forkedFrom = n.plan.ID
		if err := e.encode(ctx); err != nil {
			return err
		}
		n.report.Branches = append(n.report.Branches, format.Name+":"+id)
	}
	return nil
}
