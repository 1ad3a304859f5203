package codex

import (
	"context"
	"io"

	format "stead/internal/format/codex"
)

// encodeBranches writes the abandoned branches, each as a session of its own that says from which one it was forked.
func (n *encoder) encodeBranches(ctx context.Context, create func(id string) (io.Writer, error)) error {
	branches := n.conversation.branches
	for i := range branches {
		plan, ok := branches.Plan(n.plan, i)
		if !ok || n.plan.Path == "" { // a single file has no place for others
			n.out.lose("abandoned branch", "Codex keeps one branch of a conversation: only the active one was written")
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
		plan.ID = id
		e := newEncoder(dst, plan)
		e.meta.forkedFrom = n.plan.ID
		if err := e.encode(ctx); err != nil {
			return err
		}
		n.out.report.Branches = append(n.out.report.Branches, format.Name+":"+id)
	}
	return nil
}
