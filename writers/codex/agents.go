package codex

import (
	"context"
	"io"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
	"stead/timeline"
)

// agent is the session of a sub-agent, which gets a rollout of its own. Codex keeps such beside that of the session that started it.
type agent struct {
	format.Agent
	stream timeline.Stream
}

// parent is the session that started the one that is written.
type parent struct {
	thread string
	depth  int64
}

// nameAgents gives the sub-agents' sessions their ids. The metadata of the session names them, so that they are found.
func (n *encoder) nameAgents() error {
	if n.verbatim || n.plan.Path == "" {
		return nil // its sub-agents' rollouts lie where they are; a single file has no place for others
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
		n.agents = append(n.agents, a)
	}
	return nil
}

// encodeOthers writes the sessions that belong to this one: its sub-agents' and its abandoned branches.
func (n *encoder) encodeOthers(ctx context.Context, create func(id string) (io.Writer, error)) error {
	if err := n.encodeAgents(ctx, create); err != nil {
		return err
	}
	return n.encodeBranches(ctx, create)
}

// encodeAgents writes the sub-agents' sessions to where create says. What they lose is told with the losses of the session.
func (n *encoder) encodeAgents(ctx context.Context, create func(id string) (io.Writer, error)) error {
	for _, a := range n.agents {
		dst, err := create(a.ID)
		if err != nil {
			return err
		}
		plan := n.plan
		plan.ID, plan.Stream = a.ID, a.stream
		e := newEncoder(dst, plan)
		e.parent = &parent{thread: n.plan.ID, depth: 1}
		if n.parent != nil {
			e.parent.depth = n.parent.depth + 1
		}
		if err := e.encode(ctx); err != nil {
			return err
		}
		if err := e.encodeOthers(ctx, create); err != nil {
			return err
		}
		n.report.Losses.Merge(e.report.Losses)
	}
	return nil
}

// note is what the metadata tells of the sub-agents. Nil where there are none.
func (n *encoder) note() []byte {
	if len(n.agents) == 0 {
		return nil
	}
	agents := make([]format.Agent, len(n.agents))
	for i, a := range n.agents {
		agents[i] = a.Agent
	}
	return format.AppendAgents(nil, agents)
}

// sourceMembers say what began the session: a person, or the session that started this one.
func (n *encoder) sourceMembers(o *timeline.Object) {
	if n.parent == nil {
		o.String("source", "cli")
		return
	}
	o.Append("source", func(dst []byte) []byte {
		dst = append(dst, `{"subagent":{"thread_spawn":`...)
		dst = timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("parent_thread_id", n.parent.thread)
			o.Int("depth", n.parent.depth)
		})
		return append(dst, `}}`...)
	})
	o.String("thread_source", "subagent")
	o.String("parent_thread_id", n.parent.thread)
}

// adopted returns the restored metadata of a sub-agent's session with the new id of the session that started it.
func (n *encoder) adopted(line []byte) []byte {
	if n.parent == nil {
		return line
	}
	thread := timeline.NewText(n.parent.thread).JSON()
	line = replaceMember(line, thread, "payload", "parent_thread_id")
	return replaceMember(line, thread, "payload", "source", "subagent", "thread_spawn", "parent_thread_id")
}

// annotated returns the restored metadata with what it tells of the sub-agents.
func (n *encoder) annotated(line []byte) []byte {
	note := n.note()
	if note == nil {
		return line
	}
	if jsonl.Value(line).Get(format.NoteMember) != nil {
		return replaceMember(line, note, format.NoteMember)
	}
	begin := append([]byte(`{"`+format.NoteMember+`":`), note...)
	return append(append(begin, ','), line[1:]...)
}
