package codex

import (
	"context"
	"io"

	format "stead/adapters/codex"
	"stead/timeline"
)

// agent is the session of a sub-agent. It gets its own rollout, next to that of the session that started it, as in
// Codex.
type agent struct {
	format.Agent
	stream timeline.Stream
}

// parent is the session that started the one being written.
type parent struct {
	thread string
	depth  int64
}

// nameAgents assigns ids to the sub-agents' sessions. The metadata of the session names them, so that they can be
// found.
func (n *encoder) nameAgents() error {
	if n.restorer.verbatim || n.plan.Path == "" {
		return nil // its sub-agents' rollouts stay in place; a single file has no room for others
	}
	for _, child := range n.plan.Stream.Children {
		id, err := format.NewID(n.plan.Now, n.plan.NewID())
		if err != nil {
			return err
		}
		a := agent{format.Agent{ID: id}, child}
		if l := child.Header.Lineage; l != nil && l.At != "" {
			a.Call = callID(l.At)
		}
		n.meta.agents = append(n.meta.agents, a)
	}
	return nil
}

// encodeOthers writes the sessions that belong to this one: those of its sub-agents and of its abandoned branches.
func (n *encoder) encodeOthers(ctx context.Context, create func(id string) (io.Writer, error)) error {
	if err := n.encodeAgents(ctx, create); err != nil {
		return err
	}
	return n.encodeBranches(ctx, create)
}

// encodeAgents writes the sub-agents' sessions to the destinations that create returns. It adds their losses to those
// of the session.
func (n *encoder) encodeAgents(ctx context.Context, create func(id string) (io.Writer, error)) error {
	for _, a := range n.meta.agents {
		dst, err := create(a.ID)
		if err != nil {
			return err
		}
		plan := n.plan
		plan.ID, plan.Stream = a.ID, a.stream
		e := newEncoder(dst, plan)
		e.meta.parent = &parent{thread: n.plan.ID, depth: 1}
		if n.meta.parent != nil {
			e.meta.parent.depth = n.meta.parent.depth + 1
		}
		if err := e.encode(ctx); err != nil {
			return err
		}
		if err := e.encodeOthers(ctx, create); err != nil {
			return err
		}
		n.out.report.Losses.Merge(e.out.report.Losses)
	}
	return nil
}

// encodeBranches writes each abandoned branch as a separate session, which names the session that it was forked from.
func (n *encoder) encodeBranches(ctx context.Context, create func(id string) (io.Writer, error)) error {
	branches := n.conversation.branches
	for i := range branches {
		plan, ok := branches.Plan(n.plan, i)
		if !ok || n.plan.Path == "" { // a single file has no room for others
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
